import * as E from "fp-ts/Either";
import { incomingWebhooks } from "../../../src/adapters/webhooks/incoming/all";
import type { IncomingWebhook } from "../../../src/application/ports/bots/incoming-webhook";
import { receiveWebhook } from "../../../src/application/webhooks/receive-webhook";
import { newBot } from "../../../src/domain/bots/bot";
import { type MemoryApplication, memoryApplication } from "../../support/application/memory-application";
import { aUser } from "../../support/builders/entities";
import { commitAll } from "../../support/storage/commits";

const botId = 50;
let world: MemoryApplication;

beforeEach(async () => {
  world = await memoryApplication();
  const user = aUser({ id: botId, fullName: "Reporter", bot: newBot("incoming_webhook", 1) });
  const { eventStore } = world.persistence;
  const position = await commitAll(eventStore, world.realmId, [{ type: "user_created", user }]);
  await world.services.directory.catchUp(world.realmId, position);
});

const receive = (webhook: IncomingWebhook, document: string) =>
  receiveWebhook({ ...world.services, incomingWebhooks: [webhook] })(world.callerOf(botId), {
    integration: webhook.name,
    document,
    header: () => undefined,
    channel: undefined,
    topic: undefined,
    onlyEvents: undefined,
    excludedEvents: undefined,
    options: {},
  })();

/** More values than any program sends. */
const hostile = JSON.stringify(Array(100_001).fill(0));

test.each(
  incomingWebhooks.filter(({ takesAnyDocument }) => !takesAnyDocument).map((one) => [one.name, one] as const),
)("%s never gets to see a document of too many values", async (_name, webhook) => {
  const seen: unknown[] = [];
  const watched: IncomingWebhook = {
    ...webhook,
    translate: (delivery) => {
      seen.push(delivery.payload);
      return webhook.translate(delivery);
    },
  };
  const outcome = await receive(watched, hostile);
  expect(E.isLeft(outcome) && outcome.left).toMatchObject({ code: "ANOMALOUS_WEBHOOK_PAYLOAD" });
  expect(seen).toEqual([]);
  await receive(watched, "{}");
  expect(seen).toEqual([{}]);
});

test("only the integration that decodes nothing accepts documents of any size", async () => {
  expect(incomingWebhooks.filter(({ takesAnyDocument }) => takesAnyDocument).map(({ name }) => name)).toEqual(
    ["json"],
  );
});
