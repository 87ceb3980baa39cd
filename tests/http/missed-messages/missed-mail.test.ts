import { setTimeout as wait } from "node:timers/promises";
import { startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test("mails an unread direct message to an absent user after the delay they chose", async () => {
  const [ann, ben, cleo] = [
    await server.newMember("Ann"),
    await server.newMember("Ben"),
    await server.newMember("Cleo"),
  ];
  await server.services.jobRunner.runDue();
  for (const client of [ben, cleo])
    await client.patch("/settings", { email_notifications_batching_period_seconds: 3 }).expect(200);
  const to = { type: "direct", to: [ben.id, cleo.id], content: "Lunch at *noon*?" };
  const { body } = await ann.post("/messages", to).expect(200);
  await server.services.jobRunner.runDue();
  await cleo.post("/messages/flags", { messages: [body.id], op: "add", flag: "read" }).expect(200);
  await wait(3100);
  await server.services.jobRunner.runDue();
  const mails = await server.mails();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatch(/^Mail to ben@example\.com,.*: You missed a message from Ann\. /);
  expect(mails[0]).toContain("Direct messages with Ann, Cleo");
  expect(mails[0]).toContain("Lunch at *noon*?");
  await server.services.jobRunner.runDue();
  expect(await server.mails()).toHaveLength(1);
});
