import { completeCallSignOn } from "../../../src/application/calls/complete-call-sign-on";
import { createRealm } from "../../../src/application/realm/create-realm";
import { callSignOnRealm } from "../../support/application/call-sign-on-realm";
import { successOf } from "../../support/application/memory-application";

const invalid = "Invalid Zoom session identifier";

test("a user who consents at the provider gets a sealed token and an event", async () => {
  const { ann, ben, begin, tokenOf, eventsOf } = await callSignOnRealm();
  const begun = await begin(ann);
  const returnTo = "https://chat.example.com/calls/zoom/complete";
  expect(begun.returnTo).toBe(returnTo);
  const events = await eventsOf(async () => {
    expect(await ann.does(completeCallSignOn, "zoom", begun)).toMatchObject({ id: ann.id });
  });
  expect(events).toEqual([{ type: "call_token_changed", userId: ann.id, provider: "zoom", isThere: true }]);
  expect([await tokenOf(ann), await tokenOf(ben)]).toEqual([`token for ${returnTo}`, undefined]);
  expect(await tokenOf(ann, "webex")).toBeUndefined();
});

test("only the user who began completes it, in the same browser, at the same provider, within ten minutes", async () => {
  const { ann, ben, begin, tokenOf, clock } = await callSignOnRealm();
  const begun = await begin(ann);
  const webex = await begin(ann, "webex");
  expect(await ben.isRefused(completeCallSignOn, "zoom", begun)).toBe(invalid);
  for (const more of [
    { browserKey: undefined },
    { browserKey: "other" },
    { ticket: "guess" },
    { ticket: webex.ticket, browserKey: webex.browserKey },
  ])
    expect(await ann.isRefused(completeCallSignOn, "zoom", { ...begun, ...more })).toBe(invalid);
  expect(await ann.isRefused(completeCallSignOn, "zoom", { ...begun, code: "bad" })).toBe(
    "Invalid Zoom credentials",
  );
  clock.advance(600_000);
  expect(await ann.isRefused(completeCallSignOn, "zoom", begun)).toBe(invalid);
  expect(await tokenOf(ann)).toBeUndefined();
});

test("a person with the same id in another organization doesn't complete it", async () => {
  const { owner, begin, services } = await callSignOnRealm();
  const names = { name: "Other", subdomain: "other", ownerEmail: "olga@example.com", ownerName: "Olga" };
  const other = successOf(await createRealm(services)(names)());
  expect(other.ownerId).toBe(owner.id);
  const olga = { realmId: other.realmId, userId: other.ownerId, client: "test" };
  const refused = await completeCallSignOn(services)(olga, "zoom", await begin(owner))();
  expect(refused).toMatchObject({ left: { message: invalid } });
});
