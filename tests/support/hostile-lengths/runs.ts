/** Signs and pieces of notations that make naive parsers search again and again. */
const pieces: readonly string[] = [
  ..."<>[](){}*|%\\`@#:-_~$/.,;=&+?!'\"^ \n\t09aA",
  "\r\n",
  "é",
  "ß",
  "\u0301",
  "\u200d",
  "\u202e",
  "\u00a0",
  "\u3000",
  "\u2028",
  "😀",
  "👩\u200d",
  "a.",
  "a@",
  "a@a.",
  "a@a.a,",
  "a@a.a\n",
  "<a@a.a>,",
  "@**a",
  "@**a|1**",
  "@_*a",
  "#**a>",
  "#**a>b@1",
  "<http:",
  "<a://b|",
  "http://",
  "http://a.a/(",
  "```",
  "```\n",
  "~~~ ",
  "~ ",
  "||",
  "%2",
  "%41",
  "[](",
  "![",
  "**_",
  "*a ",
  "<!--",
  "<!-- -->",
  "/*",
  "a ",
  "a,",
  "a:",
  "a-",
  "a|",
  "a\n",
  "> ",
  "- ",
  "1. ",
  "1.",
  "1/",
  "1,",
  "../",
  "(?P<",
  "(?P<a>",
  "(a*)*",
  ".*",
  "[^",
  "a{1,",
  "{a",
  "{a}",
  "{+a",
  "{?a*}",
  "{{",
  "&amp;",
  "&#",
  "a=1&",
  ";a=",
  "\\u0000",
  '\\"',
  '"a" ',
  '"a',
  '["a",',
  '{"a":',
  '[{"a":',
];

/** The piece repeated up to this many UTF-16 units. */
const filled = (piece: string, length: number): string =>
  piece
    .repeat(Math.max(1, Math.ceil(length / piece.length)))
    .slice(0, Math.max(1, length))
    .toWellFormed();

/** A hostile text of any length. */
export interface Run {
  readonly name: string;
  /** Whether it is among those that slowed down most parsers so far. */
  readonly isNotorious?: boolean;
  write(length: number): string;
}

const notorious = ["<", "[", "*", "(", " ", "\n", "a@", "a.", "<!--", "~ ", "```", "%2", "<a://b|", "**_"];

const closing: Readonly<Record<string, string>> = { "<": ">", "[": "]", "(": ")", "{": "}" };

/** The piece from end to end, and between letters: what looks for the end of a run tries each place only then. */
const runsOf = (piece: string): readonly Run[] => [
  {
    name: JSON.stringify(piece),
    isNotorious: notorious.includes(piece),
    write: (length) => filled(piece, length),
  },
  {
    name: `${JSON.stringify(piece)} between letters`,
    isNotorious: notorious.includes(piece),
    write: (length) => (length < 3 ? "a" : `a${filled(piece, length - 2)}b`),
  },
  ...(closing[piece] === undefined
    ? []
    : [
        {
          name: `${JSON.stringify(piece)} that are closed`,
          write: (length: number) =>
            filled(piece, Math.ceil(length / 2)) + filled(closing[piece] ?? "", Math.ceil(length / 2)),
        },
      ]),
];

export const runs: readonly Run[] = pieces.flatMap(runsOf);
