import { incomingWebhooks } from "../../../src/adapters/webhooks/incoming/all";
import { listIncomingWebhooks } from "../../../src/application/webhooks/list-incoming-webhooks";

test("lists the services that the server was given, in their order", () => {
  const [first, second] = incomingWebhooks;
  if (first === undefined || second === undefined) throw new Error("There are fewer than two services");
  expect(listIncomingWebhooks({ incomingWebhooks: [second, first] })()).toEqual([second, first]);
  expect(listIncomingWebhooks({ incomingWebhooks: [] })()).toEqual([]);
});
