import { sendTestWelcome } from "../../../src/application/realm/send-test-welcome";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () => memoryRealm({ people: { ada: "administrator", ben: "member" } });

test("administrators get their welcome from the notification bot", async () => {
  const { ada, eventsOf } = await realm();
  const events = await eventsOf(async () => expect(await ada.does(sendTestWelcome, "Welcome!")).toBe(1));
  expect(events).toMatchObject([
    {
      type: "message_sent",
      message: { id: 1, senderId: 2, content: "Welcome!", conversation: { participants: [2, ada.id] } },
    },
  ]);
});

test("refuses an empty text, a long one, and members", async () => {
  const { ada, ben } = await realm();
  expect(await ada.isRefused(sendTestWelcome, " ")).toBe("Message must not be empty");
  expect(await ada.isRefused(sendTestWelcome, "x".repeat(8001))).toBe(
    "welcome_message_custom_text is too long (limit: 8000 characters)",
  );
  expect(await ben.isRefused(sendTestWelcome, "Welcome!")).toBe("Must be an organization administrator");
});
