import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { plainContext, type RenderContext } from "../../src/application/ports/messages/message-renderer";
import { formattingTable } from "../../web/src/views/help/formatting-table";
import { formattingWords } from "../../web/src/words/en-formatting";
import { htmlOf, openRender } from "../support/markdown/renderer";

const file = join(__dirname, "../../web/src/views/help/formatted-samples.json");

const context: RenderContext = {
  ...plainContext,
  users: [{ id: 7, fullName: "Ada Park", isActive: true }],
  groups: [{ id: 17, name: "designers", displayName: "designers", isDeactivated: false }],
  channels: [{ id: 1, name: "design" }],
  topics: [{ channelId: 1, topic: "logo", messageId: 99 }],
};

test("the help about formatting shows each sample as the server renders it", () => {
  const render = openRender();
  const samples = Object.entries(formattingWords.samples).filter(([name]) => !/^(?:poll|todo)$/.test(name));
  const rendered = Object.fromEntries(
    samples.map(([name, [, source]]) => [name, htmlOf(render, source, context)]),
  );
  if (process.env.UPDATE_DOCS === "1") writeFileSync(file, `${JSON.stringify(rendered, null, 2)}\n`);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(rendered);
});

test("the help about formatting lists each sample once", () => {
  const listed = formattingTable.flatMap(([, samples]) => samples);
  expect([...listed].sort()).toEqual(Object.keys(formattingWords.samples).sort());
});
