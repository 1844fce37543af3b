/** Three branches and their terminals: some very busy, one quiet, one with nothing outstanding, two of another merchant. */
import type { World } from '../world.ts';

type Branch = { branchId: string; name: string; counters: readonly string[] };

/** The names that the merchant gave them, in both languages. */
const branchesIn: Readonly<Record<World['language'], readonly Branch[]>> = {
  en: [
    {
      branchId: 'BR-01',
      name: 'Zamalek',
      counters: ['Front till', 'Second till', 'Bakery', 'Café', 'Deliveries'],
    },
    { branchId: 'BR-02', name: 'Maadi', counters: ['Front till', 'Pharmacy', 'Butcher', 'Express till'] },
    { branchId: 'BR-03', name: 'Alexandria', counters: ['Front till', 'Seaside kiosk', 'Warehouse'] },
  ],
  ar: [
    {
      branchId: 'BR-01',
      name: 'الزمالك',
      counters: ['الصندوق الأمامي', 'الصندوق الثاني', 'المخبز', 'المقهى', 'التوصيل'],
    },
    {
      branchId: 'BR-02',
      name: 'المعادي',
      counters: ['الصندوق الأمامي', 'الصيدلية', 'الجزارة', 'الصندوق السريع'],
    },
    { branchId: 'BR-03', name: 'الإسكندرية', counters: ['الصندوق الأمامي', 'كشك البحر', 'المخزن'] },
  ],
};
const MODELS = ['Move/5000', 'A920 Pro', 'V240m'] as const;
/** Last four digits of the terminals that belong to another merchant. */
const FOREIGN = [9_001, 9_002] as const;

/** How busy: the last but one is quiet, the last has nothing outstanding; with three or fewer all are busy. */
function weightOf(world: World, fromEnd: number, all: number): number {
  const busy = world.dice.between(3, 14);
  return all > 3 && fromEnd < 2 ? fromEnd : busy;
}

export function seedTerminals(world: World, wanted: number): void {
  const branch = world.db.prepare('INSERT INTO branch (branch_id, name) VALUES (?, ?)');
  const branches = branchesIn[world.language];
  for (const { branchId, name } of branches) branch.run(branchId, name);
  const places = branches.flatMap(({ branchId, name, counters }) =>
    counters.map((counter) => ({ branchId, label: `${name} · ${counter}` })),
  );
  const insert = world.db.prepare(
    `INSERT INTO terminal (terminal_id, label, branch_id, model, serial_number, weight, foreign_merchant)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const base = (world.environment === 'live' ? 3_041 : 9_041) * 10_000;
  for (let index = 0; index < wanted; index += 1) {
    const place = places[index % places.length];
    if (!place) return;
    const round = Math.floor(index / places.length) + 1;
    insert.run(
      String(base + 1 + index),
      round > 1 ? `${place.label} ${round}` : place.label,
      place.branchId,
      MODELS[index % MODELS.length],
      `SN${world.dice.between(10_000_000, 99_999_999)}`,
      weightOf(world, wanted - 1 - index, wanted),
      0,
    );
  }
  for (const digits of FOREIGN) insert.run(String(base + digits), '', null, null, null, 0, 1);
}
