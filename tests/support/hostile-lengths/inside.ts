/** A text with room for a run inside, so that what comes before the run is valid. */
export interface Shape {
  readonly name: string;
  /** Writes the run into a usual value of the parameter. */
  write(usual: string, run: string): string;
}

/** The ends of a value's first and last word: parsers read on from there. */
const within: readonly Shape[] = [
  {
    name: "in the first word",
    write: (usual, run) => `${usual.slice(0, 1)}${run}${usual.slice(1)}`,
  },
  {
    name: "after the first word",
    write: (usual, run) => usual.replace(/^\W*\w+|$/, (word) => `${word}${run}`),
  },
  {
    name: "in the last word",
    write: (usual, run) => `${usual.slice(0, -1)}${run}${usual.slice(-1)}`,
  },
  {
    name: "before the last word",
    write: (usual, run) => usual.replace(/\w+\W*$/, (word) => `${run}${word}`),
  },
];

const fixed = (name: string, write: (run: string) => string): Shape => ({
  name,
  write: (_usual, run) => write(run),
});

/** Values of kinds that parameters are read as, whatever their usual value is. */
const kinds: readonly (readonly [names: RegExp, shapes: readonly Shape[]])[] = [
  [
    /email|username|^to$|principals/,
    [
      fixed("in an address", (run) => `a${run}@example.com`),
      fixed("in an address's domain", (run) => `a@${run}.example.com`),
      fixed("in a name before an address", (run) => `Ann ${run} <a@example.com>`),
    ],
  ],
  [
    /url|template|endpoint|domain|fragment/,
    [
      fixed("in a host", (run) => `http://${run}.example`),
      fixed("in a path", (run) => `https://example.com/${run}/a`),
      fixed("in a query", (run) => `https://example.com/?a=${run}&b=c#d`),
      fixed("before a host", (run) => `https://${run}@example.com/`),
    ],
  ],
  [
    /date|time|timestamp|last_event_id/,
    [fixed("in a date", (run) => `2026-01-02T03:04:05${run}Z`), fixed("in a day", (run) => `2026-${run}-02`)],
  ],
  [
    /content|note|description|text/,
    [
      fixed("in a time", (run) => `<time:2026-01-02${run}>`),
      fixed("in a link", (run) => `[a](http://${run}.example/b)`),
      fixed("in a mention", (run) => `@**a${run}**`),
      fixed("in a topic's link", (run) => `#**a>${run}**`),
    ],
  ],
  [/pattern/, [fixed("in a group", (run) => `(?P<id>${run})`), fixed("in a class", (run) => `#[${run}]+`)]],
];

const digits = (length: number): string =>
  "1234567890".repeat(Math.ceil(length / 10)).slice(0, Math.max(1, length));

/** The leaves of a JSON document in order, each with its copy of the document that has another value there. */
const leavesOf = (
  document: unknown,
): readonly { readonly leaf: unknown; readonly put: (value: unknown) => unknown }[] => {
  if (typeof document !== "object" || document === null)
    return [{ leaf: document, put: (value: unknown) => value }];
  return Object.entries(document).flatMap(([name, member]) =>
    leavesOf(member).map(({ leaf, put }) => ({
      leaf,
      put: (value: unknown) =>
        Array.isArray(document)
          ? document.map((one, index) => (String(index) === name ? put(value) : one))
          : { ...document, [name]: put(value) },
    })),
  );
};

const placeholder = 987_654_321_987;

/** The document with a run in each of its texts in turn; the number says in which. */
const inLeaf = (index: number, shape: Shape): Shape => ({
  name: `${shape.name} of text ${index + 1}`,
  write: (usual, run) => {
    const texts = leavesOf(JSON.parse(usual)).filter(({ leaf }) => typeof leaf === "string");
    const text = texts[Math.min(index, texts.length - 1)];
    return text === undefined ? usual : JSON.stringify(text.put(shape.write(String(text.leaf), run)));
  },
});

/** The document with a number that has as many digits as the run has characters. */
const inNumber = (begin: string, end: string): Shape => ({
  name: `a number ${begin}…${end}`,
  write: (usual, run) => {
    const number = leavesOf(JSON.parse(usual)).find(({ leaf }) => typeof leaf === "number");
    const written = `${begin}${digits(run.length)}${end}`;
    return number === undefined
      ? usual
      : JSON.stringify(number.put(placeholder)).replace(String(placeholder), written);
  },
});

const isDocument = (usual: string): boolean => {
  try {
    return typeof JSON.parse(usual) === "object";
  } catch {
    return false;
  }
};

/** Ways to put a run inside a valid value of a parameter. */
export const shapesOf = (name: string, usual: string, isJson: boolean): readonly Shape[] => {
  const ofKind = kinds.flatMap(([names, shapes]) => (names.test(name) ? shapes : []));
  if (!isJson) return [...within, ...ofKind];
  if (!isDocument(usual)) return [];
  const leaves = leavesOf(JSON.parse(usual));
  const texts = leaves.filter(({ leaf }) => typeof leaf === "string");
  return [
    ...texts.flatMap((_, index) => [...within, ...ofKind].map((shape) => inLeaf(index, shape))),
    ...(leaves.some(({ leaf }) => typeof leaf === "number")
      ? [inNumber("", ""), inNumber("-0.", ""), inNumber("1e", ""), inNumber("0.", "e9")]
      : []),
  ];
};
