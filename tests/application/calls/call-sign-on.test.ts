import { beginCallSignOn } from "../../../src/application/calls/begin-call-sign-on";
import { completeCallSignOn } from "../../../src/application/calls/complete-call-sign-on";
import { findCallSignOnRealm } from "../../../src/application/calls/find-call-sign-on-realm";
import { createRealm } from "../../../src/application/realm/create-realm";
import { callServices } from "../../../src/domain/calls/call-service";
import { successOf } from "../../support/application/memory-application";
import { memoryRealm, type Person } from "../../support/application/memory-realm";
import { scriptedCallProvider } from "../../support/application/scripted-call-provider";

const invalid = "Invalid Zoom session identifier";
const callProviders = [
  scriptedCallProvider(callServices.zoom, { signsOn: true }).provider,
  scriptedCallProvider(callServices.webex, { signsOn: true }).provider,
  scriptedCallProvider(callServices.jitsi).provider,
];

const realm = async () => {
  const found = await memoryRealm({ people: { ann: "member", ben: "member" } }, { callProviders });
  const { services, realmId } = found;
  return {
    ...found,
    begin: async (who: Person, path = "zoom") => {
      const { url, browserKey } = await who.does(beginCallSignOn, path);
      const asked = new URL(url).searchParams;
      return { browserKey, ticket: asked.get("state") ?? "", code: "good", returnTo: asked.get("returnTo") };
    },
    tokenOf: async ({ userId }: Person, path = "zoom") => {
      const sealed = await services.credentials.callToken(realmId, userId, path);
      return sealed && services.seals.open(sealed);
    },
  };
};

test("a user who consents at the provider gets a sealed token and an event", async () => {
  const { ann, ben, begin, tokenOf, eventsOf } = await realm();
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
  const { ann, ben, begin, tokenOf, clock } = await realm();
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
  const { owner, begin, services } = await realm();
  const names = { name: "Other", subdomain: "other", ownerEmail: "olga@example.com", ownerName: "Olga" };
  const other = successOf(await createRealm(services)(names)());
  expect(other.ownerId).toBe(owner.id);
  const olga = { realmId: other.realmId, userId: other.ownerId, client: "test" };
  const refused = await completeCallSignOn(services)(olga, "zoom", await begin(owner))();
  expect(refused).toMatchObject({ left: { message: invalid } });
});

test("only providers that the operator set up, and that need it, are signed on to", async () => {
  const { ann } = await realm();
  expect(await ann.isRefused(beginCallSignOn, "galene")).toBe("Galene credentials have not been configured");
  expect(await ann.isRefused(beginCallSignOn, "jitsi")).toBe("Jitsi Meet doesn't require signing in");
});

test("only a valid ticket leads back to its organization", async () => {
  const { ann, begin, services } = await realm();
  const find = findCallSignOnRealm(services);
  expect([find((await begin(ann)).ticket), find("guess")]).toEqual(["", undefined]);
});
