// Draws docs/pictures/performance.svg from the figures in docs/performance.json.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const docs = join(dirname(fileURLToPath(import.meta.url)), "..", "docs");
const width = 720;
const labels = 270;
const bar = 16;
const colors = ["#9aa5b1", "#2f6feb", "#1a7f37", "#bf3989"];

const text = (x, y, content, more = "") => `<text x="${x}" y="${y}"${more}>${content}</text>`;

/** A bar for each release and row; rows have scales of their own, since their units differ. */
export const plotOf = ({ releases, rows }) => {
  const rowHeight = bar * releases.length + 18;
  const height = 40 + rows.length * rowHeight;
  const legend = releases.map((name, place) =>
    text(labels + place * 110, 20, name, ` fill="${colors[place]}" font-weight="bold"`),
  );
  const drawn = rows.flatMap(({ name, unit, values, goal }, row) => {
    const top = 36 + row * rowHeight;
    const scale = (width - labels - 130) / Math.max(...values, goal ?? 0);
    const bars = values.flatMap((value, place) => {
      const y = top + place * bar;
      const length = Math.round(value * scale);
      return [
        `<rect x="${labels}" y="${y}" width="${length}" height="${bar - 3}" fill="${colors[place]}"/>`,
        text(labels + length + 6, y + 11, `${value} ${unit}`),
      ];
    });
    const x = labels + Math.round((goal ?? 0) * scale);
    const line =
      goal === undefined
        ? []
        : [
            `<path d="M${x} ${top - 3}V${top + bar * values.length}" stroke="#cf222e" stroke-dasharray="3 2"/>`,
          ];
    return [text(labels - 10, top + 18, name, ' text-anchor="end"'), ...bars, ...line];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
${[...legend, ...drawn].join("\n")}
</svg>
`;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  writeFileSync(
    join(docs, "pictures", "performance.svg"),
    plotOf(JSON.parse(readFileSync(join(docs, "performance.json"), "utf8"))),
  );
