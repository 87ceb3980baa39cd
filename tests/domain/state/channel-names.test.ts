import type { Channel } from "../../../src/domain/channels/channel";
import { ChannelNames } from "../../../src/domain/state/channel-names";

const channel = (id: number, name: string): Channel => ({ id, name }) as Channel;
const composed = channel(1, "caf\u00e9");
const decomposed = channel(2, "cafe\u0301");

test("a channel is found by any way of writing its name", () => {
  const names = ChannelNames.empty.changed([[undefined, composed]]);
  for (const name of ["café", "CAF\u00c9", decomposed.name, "ｃａｆé"]) expect(names.idOf(name)).toBe(1);
  expect(names.idOf("cafe")).toBeUndefined();
});

test("channels of older versions that look alike are each found by their own name", () => {
  const names = ChannelNames.empty.changed([
    [undefined, composed],
    [undefined, decomposed],
  ]);
  expect([composed, decomposed].map(({ name }) => names.idOf(name))).toEqual([1, 2]);
  const renamed = names.changed([[decomposed, channel(2, "bar")]]);
  expect([composed.name, "bar"].map((name) => renamed.idOf(name))).toEqual([1, 2]);
});
