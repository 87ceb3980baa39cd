import { subscribe } from "../../../src/application/channels/subscribe";
import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import { deleteMessage } from "../../../src/application/messages/delete-message";
import { updateMessage } from "../../../src/application/messages/update-message";
import type { MessageRenderer } from "../../../src/application/ports/messages/message-renderer";
import { findAttachment } from "../../../src/application/uploads/find-attachment";
import type { Attachment } from "../../../src/domain/files/attachment";
import { attachmentLimits } from "../../../src/domain/files/attachment";
import { escapingRenderer } from "../../support/application/fakes";
import { joining } from "../../support/application/memory-application";
import { memoryRealm, type Person } from "../../support/application/memory-realm";
import { uploadBy } from "../../support/application/uploads";
import { aMessageSent, directConversation } from "../../support/builders/entities";
import { messageUpdate } from "../../support/builders/message-update";

/**
 * Who may read a file that a message shares: exactly those who can read the message. Ben uploads it; Sam is
 * subscribed with him, Nora isn't; Gus is a guest elsewhere; Ada is an administrator; and somebody has no account.
 */
const realm = async (renderer?: MessageRenderer) => {
  const found = await memoryRealm(
    {
      people: { ben: "member", sam: "member", nora: "member", gus: "guest", ada: "administrator" },
      channels: {
        open: { of: ["ben", "sam", "owner"] },
        web: { privacy: "web-public", of: ["ben", "sam"] },
        closed: { privacy: "private", of: ["ben", "sam", "owner"] },
        guarded: { privacy: "private", historyPublicToSubscribers: false, of: ["ben", "sam", "owner"] },
      },
    },
    renderer && { renderer },
  );
  const { ben, sam, nora, gus, ada, services, realmId } = found;
  await found.set({
    enableSpectatorAccess: true,
    messageContentDeleteLimitSeconds: null,
    messageContentEditLimitSeconds: null,
  });
  const people = { ben, sam, nora, gus, ada, nobody: { realmId } };
  return {
    ...found,
    share: (channelId: number, ...files: readonly Attachment[]) =>
      ben.says(channelId, "files", files.map(link).join(" ")),
    readers: async ({ path }: Attachment) => {
      const allowed: string[] = [];
      for (const [name, requester] of Object.entries(people))
        if ((await findAttachment(services)(requester, path)())._tag === "Right") allowed.push(name);
      return allowed;
    },
  };
};
const link = ({ path }: Attachment) => `[it](/user_uploads/${path})`;
const everyone = ["ben", "sam", "nora", "gus", "ada", "nobody"];
const members = ["ben", "sam", "nora", "ada"];
const change = (who: Person, messageId: number, more: { content?: string; channelId?: number }) =>
  who.does(updateMessage, messageUpdate(messageId, more));

test("only its uploader can read an unshared file, not even an administrator", async () => {
  const { ben, readers } = await realm();
  expect(await readers(await uploadBy(ben))).toEqual(["ben"]);
});

test.each([
  ["open", members],
  ["web", everyone],
  ["closed", ["ben", "sam"]],
  ["guarded", ["ben", "sam"]],
] as const)("only a message's readers can read its file in a channel that is %s", async (name, expected) => {
  const { ben, readers, share, ...found } = await realm();
  const file = await uploadBy(ben);
  await share(found[name], file);
  expect(await readers(file)).toEqual(expected);
});

test("only a direct message's participants can read its files", async () => {
  const { ben, nora, gus, readers } = await realm();
  const file = await uploadBy(ben);
  await ben.writes([nora, gus], link(file));
  expect(await readers(file)).toEqual(["ben", "nora", "gus"]);
});

test("files shared before a user subscribed are readable only with shared history", async () => {
  const { ben, owner, nora, closed, guarded, share, readers } = await realm();
  const [first, second, third] = [await uploadBy(ben), await uploadBy(ben), await uploadBy(ben)];
  await share(closed, first);
  await share(guarded, second);
  for (const name of ["closed", "guarded"])
    await owner.does(subscribe, joining(name, { principals: [nora.id] }));
  await share(guarded, third);
  expect(await readers(first)).toEqual(["ben", "sam", "nora"]);
  expect(await readers(second)).toEqual(["ben", "sam"]);
  expect(await readers(third)).toEqual(["ben", "sam", "nora"]);
});

test("users unsubscribed from a private channel lose access to its files", async () => {
  const { ben, owner, sam, closed, share, readers } = await realm();
  const file = await uploadBy(ben);
  await share(closed, file);
  await owner.does(unsubscribe, { channelNames: ["closed"], principals: [sam.id] });
  expect(await readers(file)).toEqual(["ben"]);
});

test("a file moves along with its message", async () => {
  const { ben, owner, open, closed, share, readers } = await realm();
  const file = await uploadBy(ben);
  const id = await share(open, file);
  await change(owner, id, { channelId: closed });
  expect(await readers(file)).toEqual(["ben", "sam"]);
  await change(owner, id, { channelId: open });
  expect(await readers(file)).toEqual(members);
});

test("a deleted message shares no files", async () => {
  const { ben, open, closed, share, readers } = await realm();
  const file = await uploadBy(ben);
  const [first, second] = [await share(open, file), await share(closed, file)];
  expect(await readers(file)).toEqual(members);
  await ben.does(deleteMessage, first);
  expect(await readers(file)).toEqual(["ben", "sam"]);
  await ben.does(deleteMessage, second);
  expect(await readers(file)).toEqual(["ben"]);
});

test("an edit can remove a file from a message or add one, and returns what nobody shares any more", async () => {
  const { ben, open, share, readers } = await realm();
  const [first, second] = [await uploadBy(ben), await uploadBy(ben)];
  const id = await share(open, first);
  const detached = await change(ben, id, { content: `now ${link(second)}` });
  expect(detached).toMatchObject([{ id: first.id, messages: [] }]);
  expect([await readers(first), await readers(second)]).toEqual([["ben"], members]);
  expect(await change(ben, id, { content: `${link(first)} ${link(second)}` })).toEqual([]);
  expect([await readers(first), await readers(second)]).toEqual([members, members]);
});

test("users can't share files they may not read; readers share them again", async () => {
  const { ben, sam, open, readers } = await realm();
  const file = await uploadBy(ben);
  await sam.says(open, "files", link(file));
  expect(await readers(file)).toEqual(["ben"]);
  await ben.writes([sam], link(file));
  expect(await readers(file)).toEqual(["ben", "sam"]);
  await sam.says(open, "files", `look: ${link(file)}`);
  expect(await readers(file)).toEqual(members);
});

test("a channel's new privacy applies to its files", async () => {
  const found = await realm();
  const { ben, open, share, readers } = found;
  const file = await uploadBy(ben);
  await share(open, file);
  await found.change(open, { privacy: "private" });
  expect(await readers(file)).toEqual(["ben", "sam"]);
  await found.change(open, { privacy: "web-public" });
  expect(await readers(file)).toEqual(everyone);
  await found.set({ enableSpectatorAccess: false });
  expect(await readers(file)).not.toContain("nobody");
});

test("a message shares its first fifty files", async () => {
  const { ben, sam, open, share } = await realm();
  const files: Attachment[] = [];
  for (let count = 0; count < attachmentLimits.ofMessage + 1; count += 1) files.push(await uploadBy(ben));
  await share(open, ...files);
  await sam.does(findAttachment, files.at(-2)?.path ?? "");
  expect(await sam.isRefused(findAttachment, files.at(-1)?.path ?? "")).toBe(
    "You are not authorized to view this file.",
  );
});

test("a send looks through a limited number of messages that share its files", async () => {
  const { ben, sam, open, realmId, services, append } = await realm();
  const [often, once] = [await uploadBy(ben), await uploadBy(ben)];
  await ben.writes([sam], `${link(often)} ${link(once)}`);
  const secrets = Array.from({ length: attachmentLimits.searchedBySend / 2 }, (_, index) => 1000 + index);
  const sharing = [often, once].flatMap((attachment) =>
    secrets.map((messageId) => ({
      type: "attachment_sharing_changed" as const,
      op: "add" as const,
      userId: ben.id,
      messageId,
      spaceUsed: 10,
      attachment: { ...attachment, messages: [] },
    })),
  );
  await append(
    ...secrets.map((id) =>
      aMessageSent({ id, conversation: directConversation(9, ben.id), senderId: ben.id }),
    ),
    ...sharing,
  );
  const headsOf = jest.spyOn(services.messages, "headsOf");
  // Only the oldest message lets Sam read the files, so his link shares neither.
  await sam.says(open, "files", `${link(often)} ${link(once)}`);
  const examined = headsOf.mock.calls.reduce((count, [, ids]) => count + ids.length, 0);
  expect(examined).toBeGreaterThan(secrets.length);
  expect(examined).toBeLessThanOrEqual(attachmentLimits.searchedBySend);
  expect(await services.attachments.sharing(realmId, once.id, 1)).toEqual([
    expect.objectContaining({ id: 1499 }),
  ]);
  await sam.does(findAttachment, once.path);
});

const whileRendered = {
  "unsubscribes them": false,
  "deletes the message": false,
  "removes the file from it": false,
  "says something": true,
};

test.each(
  Object.entries(whileRendered).flatMap(([what, isShared]) => [
    { how: "send", what, isShared },
    { how: "edit", what, isShared },
  ]),
)(
  "the lane judges the files of a message again when somebody $what during its $how",
  async ({ how, what, isShared }) => {
    let meanwhile: (() => Promise<unknown>) | undefined;
    const { ben, sam, owner, open, closed, share, readers } = await realm({
      version: 1,
      render: async (source, context) => {
        const now = meanwhile;
        meanwhile = undefined;
        await now?.();
        return escapingRenderer.render(source, context);
      },
    });
    const [file, own] = [await uploadBy(ben), await uploadBy(sam)];
    const [id, edited] = [await share(closed, file), await sam.says(open, "files", "look")];
    const changes: Record<string, () => Promise<unknown>> = {
      "unsubscribes them": () => owner.does(unsubscribe, { channelNames: ["closed"], principals: [sam.id] }),
      "deletes the message": () => ben.does(deleteMessage, id),
      "removes the file from it": () => change(ben, id, { content: "nothing" }),
      "says something": () => ben.says(closed, "files", "nothing"),
    };
    meanwhile = changes[what];
    const content = `look: ${link(file)} ${link(own)}`;
    await (how === "send" ? sam.says(open, "files", content) : change(sam, edited, { content }));
    expect(meanwhile).toBeUndefined();
    expect([await readers(own), (await readers(file)).includes("nora")]).toEqual([members, isShared]);
  },
);

test("a file that isn't there, or is another realm's, doesn't exist", async () => {
  const { ben, services, realmId } = await realm();
  const { path } = await uploadBy(ben);
  expect(await ben.isRefused(findAttachment, `${path}x`)).toBe("File not found.");
  const elsewhere = await findAttachment(services)({ ...ben, realmId }, path.replace(/^\d+/, "99"))();
  expect(elsewhere).toMatchObject({ left: { message: "File not found." } });
});
