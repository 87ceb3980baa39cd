import type { TaskEither } from "fp-ts/TaskEither";
import { requestEmailChange } from "../../../src/application/accounts/request-email-change";
import type { ApiError } from "../../../src/application/api-error";
import { endOwnApiKey } from "../../../src/application/api-keys/end-own-api-key";
import { listOwnApiKeys } from "../../../src/application/api-keys/list-own-api-keys";
import { regenerateApiKey } from "../../../src/application/api-keys/regenerate-api-key";
import type { Caller } from "../../../src/application/caller";
import { sendMessage } from "../../../src/application/messages/send-message";
import { notLoggedIn } from "../../../src/domain/caller-refusals";
import { keyRealm, typed } from "../../support/application/key-realm";
import { refusalOf } from "../../support/application/memory-application";

test("a caller whose key has ended changes nothing, even at a node that didn't know yet", async () => {
  const { services, ben, cleo, eventsOf } = await keyRealm();
  const holder: Caller = { ...ben, apiKeyVersion: 1 };
  const to = { kind: "direct", recipients: [cleo.id] } as const;
  const requests: Readonly<Record<string, TaskEither<ApiError, unknown>>> = {
    "a new key": regenerateApiKey(services)(holder, "has the key"),
    "the end of the key": endOwnApiKey(services)(holder),
    "a message": sendMessage(services)(holder, { to, content: "hello", readBySender: true }),
    "an address": requestEmailChange(services)(holder, "mallory@example.com", typed("right")),
    "a read": listOwnApiKeys(services)(holder),
  };
  await ben.does(regenerateApiKey, "has the key");
  const events = await eventsOf(async () => {
    for (const [what, request] of Object.entries(requests))
      expect([what, refusalOf(await request())]).toEqual([what, notLoggedIn.message]);
  });
  expect(events).toEqual([]);
});
