import { acceptInvitation } from "../../support/http/accept-invitation";
import { addUser } from "../../support/http/add-user";
import { failure, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let member: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  member = await addUser(server);
});
afterAll(() => server.stop());

let count = 0;
/** A user who joins by an invitation. */
const joinBy = async (inviter: Client, form: object): Promise<Client> => {
  count += 1;
  const email = `joiner${count}@example.org`;
  const { body } = await inviter.post("/invites", { invitee_emails: email, stream_ids: [], ...form });
  expect(body).toEqual(success());
  return acceptInvitation(server, email, `Joiner ${count}`);
};
const directMessages = async (
  who: Client,
): Promise<readonly { content: string; sender_full_name: string }[]> => {
  const query = { anchor: "oldest", num_before: 0, num_after: 100, apply_markdown: false };
  return (await who.get("/messages", { ...query, narrow: [["is", "dm"]] })).body.messages;
};

shows(
  "§4.6 parameter notify_referrer_on_join",
  "the notification bot sends the inviter a direct message, unless they opted out",
  async () => {
    const contents = async () => (await directMessages(member)).map(({ content }) => content);
    const joined = [await joinBy(member, {}), await joinBy(member, { notify_referrer_on_join: true })];
    const words = joined.map(
      ({ id }, index) => `@_**Joiner ${index + 1}|${id}** accepted your invitation to join Example!`,
    );
    expect(await contents()).toEqual(words);
    expect((await directMessages(member))[0]?.sender_full_name).toBe("Notification Bot");
    await joinBy(member, { notify_referrer_on_join: false });
    expect(await contents()).toEqual(words);
    const form = { invitee_emails: "x@example.org", stream_ids: [], notify_referrer_on_join: "no" };
    expect((await member.post("/invites", form)).body).toEqual(
      failure("notify_referrer_on_join is not a boolean", "REQUEST_VARIABLE_INVALID", {
        var_name: "notify_referrer_on_join",
      }),
    );
  },
);

shows(
  "§4.6 parameter notify_referrer_on_join",
  "the list of invitations shows for each whether its inviter is notified",
  async () => {
    for (const notify_referrer_on_join of [true, false]) {
      const form = { invitee_emails: `told.${notify_referrer_on_join}@example.org`, stream_ids: [] };
      await member.post("/invites", { ...form, notify_referrer_on_join }).expect(200);
    }
    expect((await member.get("/invites")).body.invites).toMatchObject([
      { notify_referrer_on_join: true },
      { notify_referrer_on_join: false },
    ]);
  },
);

shows(
  "§4.6 parameter welcome_message_custom_text",
  "the new user reads the text after the welcome; null means the organization's text, an empty one none",
  async () => {
    await owner.patch("/realm", { welcome_message_custom_text: "Ours" }).expect(200);
    const read = async (form: object) => (await directMessages(await joinBy(owner, form))).slice(1);
    for (const [form, content] of [
      [{ welcome_message_custom_text: "Read **the rules**" }, "Read **the rules**"],
      [{ welcome_message_custom_text: null }, "Ours"],
      [{}, "Ours"],
    ] as const)
      expect(await read(form)).toMatchObject([{ content, sender_full_name: expect.stringMatching(/Bot$/) }]);
    expect(await read({ welcome_message_custom_text: "" })).toEqual([]);
    const joined = await joinBy(owner, { welcome_message_custom_text: "Read **the rules**" });
    const query = { anchor: "newest", num_before: 1, num_after: 0, narrow: [["is", "dm"]] };
    expect((await joined.get("/messages", query)).body.messages.at(-1).content).toBe(
      "<p>Read <strong>the rules</strong></p>",
    );
  },
);
