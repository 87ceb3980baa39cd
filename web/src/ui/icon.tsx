/** The strokes of our icons, on a 24-pixel grid. */
const strokes = {
  inbox: "M4 13l3-8h10l3 8v6H4zM4 13h5l1 3h4l1-3h5",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2",
  at: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm0 0c0 3 5 3 5 0a9 9 0 1 0-4 7.5",
  star: "M12 4l2.5 5 5.5.8-4 3.9 1 5.5-5-2.7-5 2.7 1-5.5-4-3.9 5.5-.8z",
  list: "M4 6h16M4 12h16M4 18h16",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20",
  hash: "M9 4L7 20M17 4l-2 16M4 9h16M4 15h16",
  lock: "M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c4 4 4 14 0 18M12 3c-4 4-4 14 0 18",
  menu: "M4 7h16M4 12h16M4 17h16",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  back: "M15 5l-7 7 7 7",
  send: "M4 12l16-7-6 15-3-6z",
  smile: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.5 14c1.5 3 5.5 3 7 0M9 9.5h.01M15 9.5h.01",
  reply: "M10 7L4 12l6 5v-3c5 0 8 1 10 4 0-6-4-8-10-8z",
  edit: "M4 20l1-4L16 5l3 3L8 19z",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  check: "M5 12l5 5 9-10",
  mute: "M5 10v4h3l4 4V6L8 10zM16 10l4 4M20 10l-4 4",
  bell: "M6 17V11a6 6 0 0 1 12 0v6l1.5 1h-15zM10 20h4",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  call: "M3 7h12v10H3zM15 11l6-4v10l-6-4",
  clip: "M8 12l6-6a3 3 0 0 1 4.5 4.5l-8 8a5 5 0 0 1-7-7l7-7",
  done: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 12l3 3 5-6",
  move: "M4 12h14M13 7l5 5-5 5",
  forward: "M9 5l7 7-7 7",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  poll: "M5 20V11M12 20V4M19 20v-6",
  todo: "M4 6l2 2 3-4M4 15l2 2 3-4M13 6h7M13 15h7",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M4.2 7.5l2.6 1.5M17.2 15l2.6 1.5M4.2 16.5L6.8 15M17.2 9l2.6-1.5",
  leave: "M14 4H5v16h9M10 12h11M17 8l4 4-4 4",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  moon: "M20 14a8 8 0 1 1-10-10 7 7 0 0 0 10 10z",
  screen: "M3 5h18v11H3zM9 20h6M12 16v4",
  keys: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8",
  down: "M6 9l6 6 6-6",
  flag: "M6 21V4h11l-2 4 2 4H6",
  pin: "M9 4h6l-1 7 3 3H7l3-3zM12 14v6",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-8 12-8 12 0M16 11a3 3 0 1 0 0-6M18 20h3c0-4-2-6-4-6",
  eye: "M2 12c5-9 15-9 20 0-5 9-15 9-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  snippet: "M6 3h9l4 4v14H6zM9 11h7M9 15h7",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
} as const;

export type IconName = keyof typeof strokes;

/** An icon next to text; hidden from screen readers. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={strokes[name]} />
  </svg>
);
