import * as E from "fp-ts/Either";
import { createCall } from "../../../src/application/calls/create-call";
import type { CallFailure, CallProvider } from "../../../src/application/ports/calls/call-provider";
import { callServices } from "../../../src/domain/calls/call-service";
import { shouldNotBeCalled } from "../../support/application/fakes";
import { memoryRealm, type Person } from "../../support/application/memory-realm";
import { scriptedCallProvider } from "../../support/application/scripted-call-provider";

const call = { provider: undefined, title: "plans", isVideo: true };

const realm = async () => {
  const zoom = scriptedCallProvider(callServices.zoom, {
    made: E.right({ url: "https://zoom.example/j/1" }),
    signsOn: true,
  });
  const jitsi = scriptedCallProvider(callServices.jitsi, {
    made: E.right({ url: "https://meet.example.com/1" }),
  });
  const found = await memoryRealm(
    { people: { ann: "member", ben: "member" } },
    { callProviders: [zoom.provider, jitsi.provider] },
  );
  const { services, realmId } = found;
  return {
    ...found,
    /** What Zoom answers. */
    zoomAnswer: zoom.answer,
    /** The requests to Zoom, then those to Jitsi. */
    asked: () => [...zoom.asked, ...jitsi.asked],
    /** Signs a user on, as `completeCallSignOn` does. */
    give: ({ userId, ...caller }: Person, token: string) =>
      services.inTransaction({ ...caller, userId }, async (tx) => {
        tx.setCallToken(userId, "zoom", services.seals.seal(token));
        tx.append({ type: "call_token_changed", userId, provider: "zoom", isThere: true });
        return E.right(undefined);
      }),
    tokenOf: async ({ userId }: Person) => {
      const sealed = await services.credentials.callToken(realmId, userId, "zoom");
      return sealed === undefined ? undefined : services.seals.open(sealed);
    },
  };
};

test("a call is created at the requested provider, or at the organization's", async () => {
  const { ann, set, asked } = await realm();
  await set({ videoChatProvider: "zoom", jitsiServerUrl: "https://own.example.com" });
  expect(await ann.does(createCall, { ...call, provider: "jitsi" })).toBe("https://meet.example.com/1");
  expect(await ann.does(createCall, call)).toBe("https://zoom.example/j/1");
  const caller = { id: ann.id, email: "ann@example.com", fullName: "Ann" };
  const wanted = { caller, title: "plans", isVideo: true, ownServer: "https://own.example.com" };
  expect(asked()).toEqual([
    { ...wanted, token: undefined },
    { ...wanted, token: undefined },
  ]);
});

test("creates no call if the organization chose no provider or the operator set none up", async () => {
  const { ann, set, asked } = await realm();
  await set({ videoChatProvider: "none" });
  expect(await ann.isRefused(createCall, call)).toBe("Video calls are not enabled in this organization");
  expect(await ann.isRefused(createCall, { ...call, provider: "nowhere" })).toBe(
    "Video calls are not enabled in this organization",
  );
  expect(await ann.isRefused(createCall, { ...call, provider: "galene" })).toBe(
    "Galene credentials have not been configured",
  );
  expect(asked()).toEqual([]);
});

test("a call is made with the caller's own token, and a new one replaces it without notice to clients", async () => {
  const { ann, ben, zoomAnswer, asked, give, tokenOf, eventsOf } = await realm();
  await give(ann, "old");
  zoomAnswer.made = E.right({ url: "https://zoom.example/j/1", token: "new" });
  const zoom = { ...call, provider: "zoom" };
  expect(await eventsOf(() => ann.does(createCall, zoom))).toEqual([
    { type: "secrets_changed", userId: ann.id },
  ]);
  expect([asked()[0]?.token, await tokenOf(ann)]).toEqual(["old", "new"]);
  zoomAnswer.made = E.right({ url: "https://zoom.example/j/1" });
  await ben.does(createCall, zoom);
  await ann.does(createCall, { ...call, provider: "jitsi" });
  expect(
    asked()
      .slice(1)
      .map(({ token }) => token),
  ).toEqual([undefined, undefined]);
});

test("a rejected token is removed, and its user gets an event", async () => {
  const { ann, ben, zoomAnswer, give, tokenOf, eventsOf } = await realm();
  await give(ann, "old");
  zoomAnswer.made = E.left({ kind: "no_token" });
  const refused = (who: Person) => eventsOf(() => who.isRefused(createCall, { ...call, provider: "zoom" }));
  expect(await refused(ann)).toEqual([
    { type: "call_token_changed", userId: ann.id, provider: "zoom", isThere: false },
  ]);
  expect(await tokenOf(ann)).toBeUndefined();
  expect(await refused(ben)).toEqual([]);
});

test("a token that was renewed while it was rejected stays", async () => {
  const { ann, services, give, tokenOf } = await realm();
  await give(ann, "old");
  const create: CallProvider["create"] = async () => {
    await give(ann, "renewed");
    return E.left({ kind: "no_token" });
  };
  const callProviders = [{ service: callServices.zoom, create, signOn: shouldNotBeCalled<never>("signOn") }];
  await createCall({ ...services, callProviders })(ann, { ...call, provider: "zoom" })();
  expect(await tokenOf(ann)).toBe("renewed");
});

test.each<[CallFailure, string]>([
  [{ kind: "no_token" }, "Invalid Zoom access token"],
  [{ kind: "unknown_user" }, "Unknown Zoom user email"],
  [{ kind: "credentials" }, "Invalid Zoom credentials"],
  [{ kind: "unreachable", reason: "HTTP 503" }, "Error connecting to the Zoom server: HTTP 503"],
  [{ kind: "refused_signature" }, "Error authenticating to the Zoom server"],
  [{ kind: "unexpected", status: "FAILED" }, "Zoom server returned an unexpected error: FAILED"],
  [{ kind: "failed" }, "Failed to create Zoom call"],
])("the error says why the provider made no call: %j", async (failure, message) => {
  const { ann, zoomAnswer } = await realm();
  zoomAnswer.made = E.left(failure);
  expect(await ann.isRefused(createCall, { ...call, provider: "zoom" })).toBe(message);
});
