/** The strokes of the icons that are drawn at first, on a 24-pixel grid. */
export const strokes = {
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
  edit: "M4 20l1-4L16 5l3 3L8 19z",
  bell: "M6 17V11a6 6 0 0 1 12 0v6l1.5 1h-15zM10 20h4",
  plus: "M12 5v14M5 12h14",
  clip: "M8 12l6-6a3 3 0 0 1 4.5 4.5l-8 8a5 5 0 0 1-7-7l7-7",
  done: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 12l3 3 5-6",
  forward: "M9 5l7 7-7 7",
  leave: "M14 4H5v16h9M10 12h11M17 8l4 4-4 4",
  down: "M6 9l6 6 6-6",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-8 12-8 12 0M16 11a3 3 0 1 0 0-6M18 20h3c0-4-2-6-4-6",
  eye: "M2 12c5-9 15-9 20 0-5 9-15 9-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
} as const;

export type IconName = keyof typeof strokes;

interface StrokesProps {
  readonly name: string;
  readonly path: string;
}

/** An icon next to text; hidden from screen readers. */
export const Strokes = ({ name, path }: StrokesProps) => (
  <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={path} />
  </svg>
);

/** An icon that can be drawn before other code has loaded. `AnyIcon` draws all. */
export const Icon = ({ name }: { readonly name: IconName }) => <Strokes name={name} path={strokes[name]} />;
