import { revokeInvitation } from "../../../src/application/invitations/revoke-invitation";
import { memoryRealm } from "../../support/application/memory-realm";
import { anInvitation } from "../../support/builders/entities";

const realm = async () => {
  const founded = await memoryRealm({
    people: { ada: "administrator", ben: "member", cleo: "member", gina: "guest" },
  });
  const { owner, ben } = founded;
  await founded.append({
    type: "invitations_made",
    invitations: [
      anInvitation({ id: 1, inviterId: ben.id }),
      anInvitation({ id: 2, inviterId: owner.id, role: "owner" }),
      anInvitation({ id: 3, inviterId: ben.id, email: null }),
    ],
  });
  return founded;
};

test("the inviter and administrators revoke an invitation, once", async () => {
  const { ada, ben, eventsOf } = await realm();
  const revoked = (id: number) => ({
    type: "invitations_closed",
    status: "revoked",
    invitationIds: [id],
    inviterIds: [ben.id],
  });
  expect(await eventsOf(() => ben.does(revokeInvitation, "link", 3))).toEqual([revoked(3)]);
  expect(await eventsOf(() => ada.does(revokeInvitation, "mail", 1))).toEqual([revoked(1)]);
  expect(await ben.isRefused(revokeInvitation, "link", 3)).toBe("Invitation has already been revoked");
  expect(await ada.isRefused(revokeInvitation, "mail", 1)).toBe("No such invitation");
});

test("others can't see the invitation, and a link can't be revoked as a mailed invitation", async () => {
  const { ada, ben, cleo, gina } = await realm();
  expect(await cleo.isRefused(revokeInvitation, "mail", 1)).toBe("No such invitation");
  expect(await ben.isRefused(revokeInvitation, "mail", 3)).toBe("No such invitation");
  expect(await ben.isRefused(revokeInvitation, "link", 1)).toBe("No such invitation");
  expect(await ada.isRefused(revokeInvitation, "mail", 999)).toBe("No such invitation");
  expect(await gina.isRefused(revokeInvitation, "mail", 1)).toBe("Not allowed for guest users");
});

test("nobody revokes an invitation to a role above their own", async () => {
  const { owner, ada } = await realm();
  expect(await ada.isRefused(revokeInvitation, "mail", 2)).toBe("Must be an organization owner");
  await owner.does(revokeInvitation, "mail", 2);
});
