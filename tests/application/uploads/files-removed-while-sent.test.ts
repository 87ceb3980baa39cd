import type { Caller } from "../../../src/application/caller";
import { sendMessage } from "../../../src/application/messages/send-message";
import { updateMessage } from "../../../src/application/messages/update-message";
import type { InTransaction } from "../../../src/application/transaction";
import { removeAttachment } from "../../../src/application/uploads/remove-attachment";
import { successOf } from "../../support/application/memory-application";
import { memoryRealm, type Person } from "../../support/application/memory-realm";
import { uploadBy } from "../../support/application/uploads";
import { messageUpdate } from "../../support/builders/message-update";

const realm = async () => {
  const founded = await memoryRealm({ people: { ben: "member", ann: "member" } });
  const { ben, ann, services } = founded;
  const [gone, kept] = [await uploadBy(ben, "123"), await uploadBy(ben, "4567")];
  const content = [gone, kept].map(({ path }) => `/user_uploads/${path}`).join(" ");
  /** The services, with the removal of a file after its link was checked, and before the lane runs the change. */
  const removing = (who: Person, attachmentId: number): typeof services => ({
    ...services,
    inTransaction: (async (by: Caller, work: Parameters<InTransaction>[1]) => {
      await who.does(removeAttachment, attachmentId);
      return services.inTransaction(by, work);
    }) as InTransaction,
  });
  return { ...founded, ann, gone, kept, content, removing };
};

const shared = (events: readonly { readonly type: string }[]): readonly unknown[] =>
  events.filter(({ type }) => type === "attachment_sharing_changed");

test("a message shares no file that its writer removed while it was sent", async () => {
  const { ann, ben, gone, kept, content, removing, eventsOf } = await realm();
  const to = { kind: "direct", recipients: [ann.id] } as const;
  const events = await eventsOf(async () =>
    successOf(await sendMessage(removing(ben, gone.id))(ben, { to, content, readBySender: true })()),
  );
  expect(shared(events)).toMatchObject([{ attachment: { id: kept.id } }]);
});

test("an edit shares no file that its writer removed meanwhile", async () => {
  const { ann, ben, gone, kept, content, removing, eventsOf } = await realm();
  const id = await ben.writes([ann], "nothing");
  const events = await eventsOf(async () =>
    successOf(await updateMessage(removing(ben, gone.id))(ben, messageUpdate(id, { content }))()),
  );
  expect(shared(events)).toMatchObject([{ attachment: { id: kept.id } }]);
});
