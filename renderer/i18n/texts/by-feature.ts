/** Files by path (`…/closing.json`) as texts by feature (`closing`). */
export const byFeature = (files: Record<string, Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(files).map(([path, content]) => [
      path.slice(path.lastIndexOf('/') + 1).replace('.json', ''),
      content,
    ]),
  );
