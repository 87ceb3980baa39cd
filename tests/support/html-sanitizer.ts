import sanitizeHtml from "sanitize-html";

const math = [
  ...[
    "math",
    "semantics",
    "annotation",
    "mrow",
    "mi",
    "mn",
    "mo",
    "mtext",
    "mspace",
    "msup",
    "msub",
    "msubsup",
  ],
  ...[
    "mfrac",
    "msqrt",
    "mroot",
    "mover",
    "munder",
    "munderover",
    "mtable",
    "mtr",
    "mtd",
    "mstyle",
    "mpadded",
  ],
  ...["mphantom", "menclose", "mglyph", "ms", "merror", "mmultiscripts", "mprescripts", "mlabeledtr", "none"],
];
const vector = ["svg", "path", "line", "rect"];
const text = [
  ...[
    "p",
    "br",
    "strong",
    "em",
    "del",
    "hr",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "blockquote",
    "ul",
    "ol",
    "li",
  ],
  ...["table", "thead", "tbody", "tr", "th", "td", "a", "span", "div", "pre", "code", "time", "img", "video"],
  "audio",
];

/** What messages may be made of, and nothing else. */
const messageSanitizer: sanitizeHtml.IOptions = {
  allowedTags: [...text, ...math, ...vector],
  disallowedTagsMode: "discard",
  allowedAttributes: {
    a: ["class", "data-stream-id", "data-id", "href", "title"],
    span: [
      ...[
        "class",
        "data-user-id",
        "data-user-group-id",
        "title",
        "role",
        "aria-label",
        "aria-hidden",
        "style",
      ],
    ],
    div: ["class", "data-code-language", "aria-hidden"],
    ol: ["start"],
    th: ["style"],
    td: ["style"],
    time: ["datetime"],
    img: [
      ...["alt", "class", "src", "title", "data-original-content-type", "data-original-dimensions"],
      ...["data-original-src", "data-animated", "data-transcoded-image"],
    ],
    video: ["preload", "src"],
    audio: ["controls", "preload", "src", "title"],
    math: ["xmlns", "display"],
    annotation: ["encoding"],
    svg: [
      "xmlns",
      "width",
      "height",
      "viewBox",
      "viewbox",
      "preserveAspectRatio",
      "preserveaspectratio",
      "style",
    ],
    path: ["d"],
    line: ["x1", "y1", "x2", "y2", "stroke-width"],
    ...Object.fromEntries(
      math
        .filter((tag) => tag !== "math" && tag !== "annotation")
        .map((tag) => [
          tag,
          [
            ...[
              "mathvariant",
              "stretchy",
              "separator",
              "lspace",
              "rspace",
              "fence",
              "form",
              "accent",
              "minsize",
            ],
            ...[
              "maxsize",
              "width",
              "height",
              "depth",
              "voffset",
              "linethickness",
              "rowspacing",
              "columnspacing",
            ],
            ...["columnalign", "displaystyle", "scriptlevel", "symmetric", "movablelimits", "accentunder"],
            ...["notation", "class", "style", "mathcolor", "mathbackground", "rowlines", "columnlines"],
          ],
        ]),
    ),
  },
  parseStyleAttributes: false,
  allowedSchemes: [
    ...["http", "https", "ftp", "file", "bitcoin", "geo", "im", "irc", "ircs", "magnet", "mailto", "matrix"],
    ...["mms", "news", "nntp", "openpgp4fpr", "sip", "sms", "smsto", "ssh", "tel", "urn", "webcal", "wtai"],
    "xmpp",
  ],
  allowedSchemesByTag: { img: ["http", "https"], video: ["http", "https"], audio: ["http", "https"] },
  allowProtocolRelative: true,
};

/** Styles of formulas and of columns: lengths, colours and words; nothing that fetches or runs. */
const style = /^(?: ?[a-z-]+: ?[\w#.%+-]+(?: [\w#.%+-]+)*;)*$/;

/** The HTML through the sanitizer, and through its parser alone: where they differ, something was harmful. */
export const sanitized = (html: string): { readonly allowed: string; readonly whole: string } => ({
  allowed: sanitizeHtml(html, messageSanitizer),
  whole: sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    allowedSchemesAppliedToAttributes: [],
    allowProtocolRelative: true,
    parseStyleAttributes: false,
  }),
});

/** Styles in the HTML that are none of those. */
export const strangeStyles = (html: string): readonly string[] =>
  [...html.matchAll(/ style="([^"]*)"/g)]
    .map(([, value = ""]) => value)
    .filter((value) => !style.test(value));
