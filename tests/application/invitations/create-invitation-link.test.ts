import { createInvitationLink } from "../../../src/application/invitations/create-invitation-link";
import type { InvitationTerms } from "../../../src/application/invitations/shared/invitation-terms";
import { aMoment } from "../../support/application/fakes";
import { memoryRealm } from "../../support/application/memory-realm";
import { systemGroup } from "../../support/builders/groups";

const realm = () =>
  memoryRealm({ people: { ada: "administrator", ben: "member", gina: "guest" }, channels: { lunch: {} } });
const terms = (more: Partial<InvitationTerms> = {}): InvitationTerms => ({
  role: "guest",
  channelIds: [],
  groupIds: [],
  includesDefaultChannels: false,
  tellsInviter: false,
  welcomeText: null,
  expiresInMinutes: undefined,
  ...more,
});

test("a link is an invitation without an address, and mails nobody", async () => {
  const { ada, lunch, eventsOf, mails } = await realm();
  const [event] = await eventsOf(async () =>
    expect(await ada.does(createInvitationLink, terms({ channelIds: [lunch] }))).toMatch(
      /^https:\/\/chat\.example\.com\/join\/invitation/,
    ),
  );
  const made = { id: 1, email: null, role: "guest", channelIds: [lunch], mailedAt: [] };
  const expiresAt = aMoment + 14_400 * 60_000;
  expect(event).toMatchObject({ type: "invitations_made", invitations: [{ ...made, expiresAt }] });
  expect(await mails()).toEqual([]);
});

test("lasts a hundred years at most, with a welcome of at most 8000 characters", async () => {
  const { owner } = await realm();
  for (const expiresInMinutes of [0, 52_560_001])
    expect(await owner.isRefused(createInvitationLink, terms({ expiresInMinutes }))).toBe(
      "Invalid value for expiresInMinutes",
    );
  expect(await owner.isRefused(createInvitationLink, terms({ welcomeText: "w".repeat(8001) }))).toBe(
    "welcome_message_custom_text is too long (limit: 8000 characters)",
  );
  await owner.does(createInvitationLink, terms({ expiresInMinutes: 52_560_000 }));
});

test("requires its own permission and can't grant a role above the inviter's", async () => {
  const { ada, ben, gina, allow } = await realm();
  expect(await ben.isRefused(createInvitationLink, terms())).toBe("Insufficient permission");
  await allow("createMultiuseInviteGroup", systemGroup.members);
  await ben.does(createInvitationLink, terms());
  expect(await gina.isRefused(createInvitationLink, terms())).toBe("Insufficient permission");
  expect(await ada.isRefused(createInvitationLink, terms({ role: "owner" }))).toBe(
    "Must be an organization owner",
  );
  expect(await ben.isRefused(createInvitationLink, terms({ channelIds: [404] }))).toBe(
    "Invalid channel ID 404. No invites were sent.",
  );
});
