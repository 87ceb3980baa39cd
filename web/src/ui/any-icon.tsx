import { strokes as firstStrokes, Strokes } from "./icon";

const strokes = {
  ...firstStrokes,
  reply: "M10 7L4 12l6 5v-3c5 0 8 1 10 4 0-6-4-8-10-8z",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  check: "M5 12l5 5 9-10",
  mute: "M5 10v4h3l4 4V6L8 10zM16 10l4 4M20 10l-4 4",
  close: "M6 6l12 12M18 6L6 18",
  call: "M3 7h12v10H3zM15 11l6-4v10l-6-4",
  move: "M4 12h14M13 7l5 5-5 5",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  poll: "M5 20V11M12 20V4M19 20v-6",
  todo: "M4 6l2 2 3-4M4 15l2 2 3-4M13 6h7M13 15h7",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M4.2 7.5l2.6 1.5M17.2 15l2.6 1.5M4.2 16.5L6.8 15M17.2 9l2.6-1.5",
  hidden: "M3 12c5-8 13-8 18 0-5 8-13 8-18 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM4 4l16 16",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  moon: "M20 14a8 8 0 1 1-10-10 7 7 0 0 0 10 10z",
  screen: "M3 5h18v11H3zM9 20h6M12 16v4",
  keys: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8",
  help: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM9.7 10a2.4 2.4 0 1 1 3.3 2.2c-.7.3-1 .8-1 1.6M12 16.5h.01",
  info: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 11v5M12 8h.01",
  flag: "M6 21V4h11l-2 4 2 4H6",
  pin: "M9 4h6l-1 7 3 3H7l3-3zM12 14v6",
  snippet: "M6 3h9l4 4v14H6zM9 11h7M9 15h7",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  bold: "M7 5v14M7 5h6a3.5 3.5 0 0 1 0 7H7M7 12h7a3.5 3.5 0 0 1 0 7H7",
  italic: "M10 5h8M6 19h8M14 5l-4 14",
  strikethrough: "M4 12h16M16.5 8c-.5-2-2-3-4.5-3-5 0-6 5-1.5 6.5M7.5 16c.5 2 2 3 4.5 3 4.5 0 6-3.5 3.5-6",
  numberedList: "M10 6h10M10 12h10M10 18h10M4 5l1.5-1v5M4 15.5c1-1.5 3-.5 2 1l-2 3h2.5",
  bulletedList: "M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01",
  quote: "M5 5v14M10 7h9M10 12h9M10 17h5",
  spoiler: "M12 4v5M12 20v-5M9 6.5l3 3 3-3M9 17.5l3-3 3 3M4 12h16",
  code: "M8 7l-5 5 5 5M16 7l5 5-5 5",
  math: "M18 7V5H6l6.5 7L6 19h12v-2",
  format: "M4 18L9 6l5 12M6 14h6M17 13.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM20 13v6",
} as const;

export type AnyIconName = keyof typeof strokes;

/** An icon next to text, also one that only code loaded later draws. */
export const AnyIcon = ({ name }: { readonly name: AnyIconName }) => (
  <Strokes name={name} path={strokes[name]} />
);
