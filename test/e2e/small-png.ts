/** A screenshot with at most 72 colours: a fifth of its bytes, and nothing an eye can see is lost. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

type Pixels = { width: number; height: number; rgb: Uint32Array };
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

/** What a filter of the PNG format foresees from the bytes at the left, above, and above at the left. */
function foreseen(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4: {
      const estimate = left + above - corner;
      const [a, b, c] = [
        Math.abs(estimate - left),
        Math.abs(estimate - above),
        Math.abs(estimate - corner),
      ] as const;
      if (a <= b && a <= c) return left;
      return b <= c ? above : corner;
    }
    default:
      return 0;
  }
}

/** Eight bits a channel, not interlaced: what a browser writes. */
function decode(png: Buffer): Pixels {
  const chunks = chunksOf(png);
  const head = chunks[0]?.data ?? Buffer.alloc(13);
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const channels = head[9] === 6 ? 4 : 3;
  const raw = inflateSync(
    Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)),
  );
  const row = width * channels;
  const bytes = new Uint8Array(row * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (row + 1)] ?? 0;
    for (let x = 0; x < row; x += 1) {
      const at = y * row + x;
      const left = x < channels ? 0 : (bytes[at - channels] ?? 0);
      const above = y === 0 ? 0 : (bytes[at - row] ?? 0);
      const corner = x < channels || y === 0 ? 0 : (bytes[at - row - channels] ?? 0);
      bytes[at] = (raw[y * (row + 1) + 1 + x] ?? 0) + foreseen(filter, left, above, corner);
    }
  }
  const rgb = new Uint32Array(width * height);
  for (let pixel = 0, at = 0; pixel < rgb.length; pixel += 1, at += channels)
    rgb[pixel] = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
  return { width, height, rgb };
}

const distance = (one: number, other: number) =>
  Math.max(
    Math.abs((one >> 16) - (other >> 16)),
    Math.abs(((one >> 8) & 255) - ((other >> 8) & 255)),
    Math.abs((one & 255) - (other & 255)),
  );
const nearest = (color: number, palette: readonly number[]) =>
  palette.reduce(
    (best, one, index) => (distance(one, color) < distance(palette[best] ?? 0, color) ? index : best),
    0,
  );

/** As many are kept as they are, however near to each other: the grounds of a page, seen through the veil of a dialog, too. */
const KEPT = 32;
const MOST = 72;

/** The most common colours. Of the others, those that differ by more than a step, which grows until few enough are left. */
function paletteOf(counts: ReadonlyMap<number, number>): number[] {
  const colors = [...counts].sort(([, a], [, b]) => b - a).map(([color]) => color);
  for (let apart = 0; ; apart += 3) {
    const chosen = colors.slice(0, KEPT);
    for (const color of colors.slice(KEPT)) {
      if (chosen.every((one) => distance(one, color) > apart)) chosen.push(color);
      if (chosen.length > MOST) break;
    }
    if (chosen.length <= MOST) return chosen;
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

export function smallPng(png: Buffer): Buffer {
  const { width, height, rgb } = decode(png);
  const counts = new Map<number, number>();
  for (const color of rgb) counts.set(color, (counts.get(color) ?? 0) + 1);
  const palette = paletteOf(counts);
  const places = new Map([...counts.keys()].map((color) => [color, nearest(color, palette)]));
  const rows = Buffer.alloc((width + 1) * height);
  rgb.forEach((color, pixel) => {
    rows[Math.floor(pixel / width) + pixel + 1] = places.get(color) ?? 0;
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const colors = Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', colors),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
