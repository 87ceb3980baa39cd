import * as E from "fp-ts/Either";
import type { RealmPageContext } from "../../../src/adapters/pages/page";
import { signOnPages } from "../../../src/adapters/pages/sign-on";
import type { Identity } from "../../../src/application/ports/login/sign-on-provider";
import { returnFromService } from "../../../src/application/sign-on/return-from-service";
import { throttleWith } from "../../support/application/fakes";
import { aRealm, aRealmState } from "../../support/builders/entities";

const identity: Identity = {
  provider: "https://login.example",
  subject: "7",
  fullName: "Ada",
  email: "ada@example.com",
};
const challenge = { state: "s", nonce: "n", codeVerifier: "v" };

/** A browser that went to the service from one organization, and comes back to another or the same. */
const comeBackTo = async (realmId: number) => {
  const finish = jest.fn(async () => E.right(identity));
  const provider = {
    displayName: "Example login",
    begin: async () => E.right({ url: "https://login.example/", challenge }),
    finish,
  };
  const begunAt = { realm: 1, ...challenge, next: "/" };
  const linkTokens = { write: () => "stored", read: () => begunAt } as never;
  const [, , returning] = signOnPages({ provider, linkTokens, stateOf: () => "stored" });
  const context = {
    request: { originalUrl: "/complete/oidc?code=c&state=s", query: {} },
    state: aRealmState({ realm: aRealm({ id: realmId }) }),
    url: "https://chat.example.com",
    remoteAddress: "192.0.2.1",
  } as unknown as RealmPageContext;
  const asked = jest.fn(() => async () => E.left({ code: "USER_DEACTIVATED", message: "" }));
  const useCases = { signOn: asked, returnFromService: returnFromService({ throttle: throttleWith({}) }) };
  const answer = await returning?.get?.(useCases as never, context, {})();
  return { answer, asks: finish.mock.calls.length, logins: asked.mock.calls.length };
};

test("somebody who returns to the organization that they came from is looked up there", async () => {
  expect(await comeBackTo(1)).toMatchObject({ asks: 1, logins: 1 });
});

test("somebody who returns to another organization isn't logged in, and the service isn't asked", async () => {
  expect(await comeBackTo(2)).toMatchObject({
    answer: { _tag: "Right", right: { do: "show", status: 403 } },
    asks: 0,
    logins: 0,
  });
});
