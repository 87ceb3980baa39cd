import type { Passkeys } from "../../../src/application/ports/login/passkeys";
import { beginPasskey } from "../../../src/application/second-factors/begin-passkey";
import { realmWithFactors } from "../../support/application/second-factors";

test("the options name the site, the user and their existing passkeys", async () => {
  const { ann, services, setUpPasskey } = await realmWithFactors();
  await setUpPasskey(ann, "first");
  const heard: Parameters<Passkeys["offerCreation"]>[] = [];
  const passkeys: Passkeys = {
    ...services.passkeys,
    offerCreation: async (...asked) => {
      heard.push(asked);
      return { options: "{}", challenge: "x" };
    },
  };
  await beginPasskey({ ...services, passkeys })(ann)();
  expect(heard).toMatchObject([
    [
      { origin: "https://chat.example.com", name: "Example" },
      { userId: ann.id, name: "ann@example.com", displayName: "Ann" },
      [{ credentialId: "first" }],
    ],
  ]);
});
