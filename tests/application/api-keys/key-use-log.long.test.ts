import { KeyUseLog } from "../../../src/application/api-keys/key-use-log";
import { fixedClock } from "../../support/application/fakes";
import { aUser } from "../../support/builders/entities";

test("only a limited number of keys is remembered: uses of the others are recorded again", () => {
  const noted: number[] = [];
  const log = new KeyUseLog({
    clock: fixedClock(),
    apiKeyUses: { note: async (_realmId, userId) => void noted.push(userId), last: async () => undefined },
    onError: (error) => {
      throw error;
    },
  });
  const user = aUser();
  const use = (id: number) =>
    log.note(1, { ...user, id }, { client: "python", remoteAddress: "203.0.113.9" });
  for (let id = 1; id <= 50_001; id += 1) use(id);
  use(1);
  expect(noted).toHaveLength(50_002);
});
