import * as E from "fp-ts/Either";
import { createUser } from "../../src/application/accounts/create-user";
import { updateSettings } from "../../src/application/accounts/update-settings";
import { createCall } from "../../src/application/calls/create-call";
import { addEmoji } from "../../src/application/emoji/add-emoji";
import { sendInvitations } from "../../src/application/invitations/send-invitations";
import { rerenderMessages } from "../../src/application/messages/rerender-messages";
import { requestPasswordReset } from "../../src/application/passwords/request-password-reset";
import { resetPassword } from "../../src/application/passwords/reset-password";
import { setAvatar } from "../../src/application/pictures/set-avatar";
import { setRealmPicture } from "../../src/application/pictures/set-realm-picture";
import type { PasswordStrength } from "../../src/application/ports/login/password-strength";
import type { MessageRenderer } from "../../src/application/ports/messages/message-renderer";
import { sendTestPush } from "../../src/application/push/send-test-push";
import { addReminder } from "../../src/application/reminders/add-reminder";
import { listReminders } from "../../src/application/reminders/list-reminders";
import { joinRealm } from "../../src/application/sign-up/join-realm";
import { callServices } from "../../src/domain/calls/call-service";
import { plainPasswordHasher } from "../support/application/fakes";
import { setPassword } from "../support/application/logins";
import { newProcess, successOf } from "../support/application/memory-application";
import { memoryRealm } from "../support/application/memory-realm";
import { scriptedImages } from "../support/application/picture-realm";
import { scriptedCallProvider } from "../support/application/scripted-call-provider";
import { aPushToken, aRealmEmoji } from "../support/builders/entities";
import { systemGroup } from "../support/builders/groups";

const nothingFound = {
  mentions: { userIds: [], groupIds: [], channelWildcard: false, topicWildcard: false },
  alertWords: [],
  uploadPaths: [],
};
const oldPassword = "seven blue elephants";
const newPassword = "nine green giraffes";
const picture = Buffer.from("png:cat");

/** Two nodes. The second is behind: no bus notifies it, and it has seen the realm before anything happens at the first. */
const twoNodes = async () => {
  const jitsi = scriptedCallProvider(callServices.jitsi);
  const realm = await memoryRealm(
    {
      people: { ada: "administrator", ben: "member", cleo: "member" },
      channels: { lunch: { of: ["ben", "cleo"] } },
    },
    { images: scriptedImages, callProviders: [jitsi.provider] },
  );
  await setPassword(realm, realm.ben, oldPassword);
  const visitor = { realmId: realm.realmId, userId: null, client: "test", remoteAddress: "::1" };
  const tokenMailedTo = async (address: string) => {
    const letter = (await realm.mails()).findLast(({ to }) => to === address)?.letter;
    return letter && "link" in letter ? (letter.link.split("/").at(-1) ?? "") : "";
  };
  await sendInvitations(realm.services)(realm.owner, {
    addresses: "zoe@example.org",
    role: "member",
    channelIds: [],
    groupIds: [],
    includesDefaultChannels: true,
    tellsInviter: false,
    welcomeText: null,
    expiresInMinutes: 60,
  })();
  await requestPasswordReset(realm.services)(realm.realmId, "ben@example.com", "203.0.113.8")();
  const tokens = {
    invitation: await tokenMailedTo("zoe@example.org"),
    reset: await tokenMailedTo("ben@example.com"),
  };
  let whileHashing = async (): Promise<void> => undefined;
  const passwords = {
    ...plainPasswordHasher,
    hash: async (password: string) => {
      await whileHashing();
      return plainPasswordHasher.hash(password);
    },
  };
  // Whatever others know about the user is easy to guess.
  const passwordStrength: PasswordStrength = {
    guessesFor: async (password, known) => (known.includes(password) ? 3 : 1e9),
  };
  const behind = newProcess({ ...realm.world.outside, passwords, passwordStrength });
  await behind.directory.stateOf(realm.realmId);
  return {
    ...realm,
    behind,
    visitor,
    tokens,
    asked: jitsi.asked,
    /** Lets something happen at the first node while the second one hashes a password, once. */
    whileHashing: (happen: () => Promise<void>) => {
      whileHashing = async () => {
        whileHashing = async () => undefined;
        await happen();
      };
    },
  };
};

type Nodes = Awaited<ReturnType<typeof twoNodes>>;
type Outcome = Promise<E.Either<{ readonly message: string }, unknown>>;

const settingsUpdate = {
  settings: {},
  timezone: undefined,
  fullName: undefined,
  email: undefined,
  hasKey: true,
  oldPassword,
  code: undefined,
  newPassword,
};

/** What sets a password, on the second node. */
const passwordSetters: Readonly<Record<string, (nodes: Nodes) => Outcome>> = {
  "an account that an administrator creates": ({ behind, ada }) =>
    createUser(behind)(ada, { email: "dan@example.com", fullName: "Dan", password: newPassword })(),
  "a changed password": ({ behind, ben }) => updateSettings(behind)(ben, settingsUpdate)(),
  "a reset password": ({ behind, visitor, tokens }) =>
    resetPassword(behind)(visitor, tokens.reset, newPassword)(),
  "the account of somebody who joins": ({ behind, visitor, tokens }) =>
    joinRealm(behind)(
      visitor,
      { purpose: "invitation", token: tokens.invitation },
      { fullName: "Zoe", password: newPassword },
    )(),
};

describe.each(Object.entries(passwordSetters))(
  "%s follows the rules for passwords",
  (_, setPasswordBehind) => {
    const tooShort = { left: { message: "The password is too short: at least 40 characters." } };

    test("that hold, on a node that is behind, too", async () => {
      const nodes = await twoNodes();
      await nodes.set({ passwordMinLength: 40 });
      expect(await setPasswordBehind(nodes)).toMatchObject(tooShort);
    });

    test("that were set while it was hashed", async () => {
      const nodes = await twoNodes();
      nodes.whileHashing(() => nodes.set({ passwordMinLength: 40 }));
      expect(await setPasswordBehind(nodes)).toMatchObject(tooShort);
    });

    test("that were loosened on another node", async () => {
      const nodes = await twoNodes();
      await nodes.set({ passwordMinLength: 40 });
      await nodes.behind.directory.newest(nodes.realmId);
      await nodes.set({ passwordMinLength: 6 });
      successOf(await setPasswordBehind(nodes));
    });

    test("but hashes once where the rules stay", async () => {
      const nodes = await twoNodes();
      const hash = jest.spyOn(nodes.behind.passwords, "hash");
      await nodes.append({ type: "realm_changed", change: { name: "Elsewhere" } });
      successOf(await setPasswordBehind(nodes));
      expect(hash).toHaveBeenCalledTimes(1);
    });
  },
);

describe.each(["a changed password", "a reset password"])("%s, while it is hashed, follows", (which) => {
  const set = passwordSetters[which];

  test("the user's new name, which is easy to guess", async () => {
    const nodes = await twoNodes();
    const { append, ben } = nodes;
    nodes.whileHashing(() =>
      append({ type: "user_changed", userId: ben.id, change: { fullName: newPassword } }),
    );
    expect(await set?.(nodes)).toMatchObject({ left: { message: expect.stringContaining("too weak") } });
  });

  test("how many earlier passwords may not be chosen again", async () => {
    const nodes = await twoNodes();
    await nodes.set({ passwordHistory: 3 });
    for (const password of [newPassword, oldPassword]) await setPassword(nodes, nodes.ben, password);
    await nodes.set({ passwordHistory: 1 });
    await nodes.behind.directory.newest(nodes.realmId);
    nodes.whileHashing(() => nodes.set({ passwordHistory: 3 }));
    expect(await set?.(nodes)).toMatchObject({ left: { message: expect.stringContaining("used this") } });
  });
});

/** A change at the first node, which the second must follow in what it does. */
const followed: Readonly<
  Record<string, readonly [change: (nodes: Nodes) => Promise<unknown>, act: (nodes: Nodes) => Outcome]>
> = {
  "who may add emoji": [
    async ({ allow, behind, realmId }) => {
      await allow("canAddCustomEmojiGroup", systemGroup.administrators);
      await behind.directory.newest(realmId);
      await allow("canAddCustomEmojiGroup", systemGroup.members);
    },
    ({ behind, ben }) => addEmoji(behind)(ben, "party", picture)(),
  ],
  "the names of emoji": [
    async ({ append, behind, realmId }) => {
      await append({ type: "emoji_added", emoji: aRealmEmoji({ id: 96, name: "party" }) });
      await behind.directory.newest(realmId);
      await append({ type: "emoji_deactivated", emojiId: 96 });
    },
    ({ behind, ben }) => addEmoji(behind)(ben, "party", picture)(),
  ],
  "who may change avatars": [
    async ({ set, behind, realmId }) => {
      await set({ avatarChangesDisabled: true });
      await behind.directory.newest(realmId);
      await set({ avatarChangesDisabled: false });
    },
    ({ behind, ben }) => setAvatar(behind)(ben, picture)(),
  ],
  "who is an administrator": [
    ({ append, ben }) =>
      append({
        type: "role_changed",
        userId: ben.id,
        from: "member",
        to: "administrator",
      }),
    ({ behind, ben }) => setRealmPicture(behind)(ben, "icon", picture)(),
  ],
  "the addresses of devices": [
    ({ append, ben }) =>
      append({ type: "push_token_added", userId: ben.id, token: aPushToken({ token: "new" }) }),
    ({ behind, ben }) => sendTestPush(behind)(ben, "new")(),
  ],
};

test.each(Object.entries(followed))("a node that is behind follows %s", async (_, [change, act]) => {
  const nodes = await twoNodes();
  await change(nodes);
  successOf(await act(nodes));
});

test("a call is at the organization's new server", async () => {
  const { behind, ben, set, asked } = await twoNodes();
  await set({ jitsiServerUrl: "https://calls.example.com" });
  await createCall(behind)(ben, { provider: undefined, title: "plans", isVideo: true })();
  expect(asked).toMatchObject([{ ownServer: "https://calls.example.com" }]);
});

test("a reminder names the sender by their new name, and the channel of the message by its own", async () => {
  const { behind, ben, cleo, lunch, append, change } = await twoNodes();
  const messageId = await cleo.says(lunch);
  await append({ type: "user_changed", userId: cleo.id, change: { fullName: "Clementine" } });
  await change(lunch, { name: "dinner" });
  const remindAt = 4_000_000_000;
  successOf(await addReminder(behind)(ben, { messageId, note: "", remindAt })());
  const [reminder] = successOf(await listReminders(behind)(ben)());
  expect(reminder?.content).toContain("@_**Clementine|");
  expect(reminder?.content).toContain(`/${lunch}-dinner/`);
});

test("a message that is rendered again names people by their new names", async () => {
  const { behind, cleo, lunch, append, realmId } = await twoNodes();
  const id = await cleo.says(lunch, "menu", "@**Clementine**");
  await append({ type: "user_changed", userId: cleo.id, change: { fullName: "Clementine" } });
  const render: MessageRenderer["render"] = async (_source, { users }) =>
    E.right({ ...nothingFound, html: users.map(({ fullName }) => fullName).join() });
  await rerenderMessages({ ...behind, renderer: { version: 2, render } })();
  expect(await behind.messages.byIds(realmId, [id])).toMatchObject([{ renderedContent: "Clementine" }]);
});
