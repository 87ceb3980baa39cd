import { KeyUseLog } from "../../../src/application/api-keys/key-use-log";
import type { ApiKeyUses } from "../../../src/application/ports/api-keys/api-key-uses";
import { fixedClock } from "../../support/application/fakes";
import { aUser } from "../../support/builders/entities";

const holder = { client: "zulip-python", remoteAddress: "203.0.113.9" };
const begun = () => {
  const clock = fixedClock();
  const noted: number[] = [];
  const clients: string[] = [];
  const note: ApiKeyUses["note"] = async (_realmId, userId, _version, { client }) => {
    noted.push(userId);
    clients.push(client);
  };
  const log = new KeyUseLog({
    clock,
    apiKeyUses: { note, last: async () => undefined },
    onError: (error) => {
      throw error;
    },
  });
  return { clock, noted, clients, log };
};

test("the use of a key is recorded once an hour, also after its user changed", () => {
  const { clock, noted, log } = begun();
  log.note(1, aUser({ id: 7 }), holder);
  log.note(1, aUser({ id: 7, fullName: "Renamed" }), holder);
  expect(noted).toEqual([7]);
  clock.advance(3_600_000);
  log.note(1, aUser({ id: 7 }), holder);
  expect(noted).toEqual([7, 7]);
});

test("of a client's name, only the beginning is recorded", () => {
  const { clients, log } = begun();
  log.note(1, aUser(), { ...holder, client: "x".repeat(100_000) });
  expect(clients).toEqual(["x".repeat(30)]);
});
