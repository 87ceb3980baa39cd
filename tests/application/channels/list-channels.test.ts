import { listChannels } from "../../../src/application/channels/list-channels";
import { memoryRealm, type Person } from "../../support/application/memory-realm";

const realm = () =>
  memoryRealm({
    people: { ada: "administrator", ben: "member", gina: "guest", robot: { botOf: "ben" } },
    channels: {
      web: { privacy: "web-public" },
      lunch: { of: ["ben"] },
      club: { privacy: "private", of: ["ben"] },
      past: { isArchived: true },
    },
  });
const nothing = {
  public: false,
  webPublic: false,
  subscribed: false,
  excludeArchived: true,
  all: false,
  allActive: false,
  default: false,
  ownerSubscribed: false,
  canAccessContent: false,
};
const namesFor = async (who: Person, wanted: Partial<typeof nothing>) =>
  (await who.does(listChannels, { ...nothing, ...wanted })).channels.map(({ channel }) => channel.name);

test.each<[string, "ada" | "ben" | "gina" | "robot", Partial<typeof nothing>, readonly string[]]>([
  ["public channels", "ada", { public: true }, ["general", "lunch", "random", "web"]],
  [
    "archived channels on request",
    "ada",
    { public: true, excludeArchived: false },
    ["general", "lunch", "past", "random", "web"],
  ],
  ["public channels, none for guests", "gina", { public: true }, []],
  ["web-public channels, for guests too", "gina", { webPublic: true }, ["web"]],
  ["subscribed channels", "ben", { subscribed: true }, ["club", "lunch"]],
  ["any of several kinds", "ben", { subscribed: true, webPublic: true }, ["club", "lunch", "web"]],
  ["a bot's owner's channels", "robot", { ownerSubscribed: true }, ["club", "lunch"]],
  ["a person has no owner", "ben", { ownerSubscribed: true }, []],
  ["default channels", "ada", { default: true }, ["general", "random"]],
  ["default channels that a guest sees", "gina", { default: true }, []],
  ["all that an administrator sees", "ada", { all: true }, ["club", "general", "lunch", "random", "web"]],
  [
    "all that an administrator reads",
    "ada",
    { canAccessContent: true },
    ["general", "lunch", "random", "web"],
  ],
  ["all that a guest sees", "gina", { all: true }, ["web"]],
  ["every active channel", "ada", { allActive: true }, ["club", "general", "lunch", "random", "web"]],
])("%s", async (_what, who, wanted, names) => {
  expect(await namesFor((await realm())[who], wanted)).toEqual(names);
});

test("only administrators ask for every active channel", async () => {
  const { ben } = await realm();
  expect(await ben.isRefused(listChannels, { ...nothing, allActive: true })).toBe(
    "User not authorized for this query",
  );
});
