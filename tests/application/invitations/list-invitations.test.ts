import { listInvitations } from "../../../src/application/invitations/list-invitations";
import { aMoment } from "../../support/application/fakes";
import { memoryRealm, type Person } from "../../support/application/memory-realm";
import { anInvitation } from "../../support/builders/entities";

const realm = async () => {
  const founded = await memoryRealm({
    people: { ada: "administrator", ben: "member", cleo: "member", gina: "guest" },
  });
  const { owner, ben } = founded;
  const link = { email: null, mailedAt: [] };
  await founded.append({
    type: "invitations_made",
    invitations: [
      anInvitation({ id: 1, inviterId: ben.id, ...link }),
      anInvitation({ id: 2, inviterId: ben.id }),
      anInvitation({ id: 3, inviterId: owner.id, role: "owner" }),
      anInvitation({ id: 4, inviterId: owner.id, role: "owner", ...link }),
      anInvitation({ id: 5, inviterId: ben.id, status: "used" }),
      anInvitation({ id: 6, inviterId: ben.id, status: "revoked" }),
      anInvitation({ id: 7, inviterId: ben.id, expiresAt: aMoment }),
    ],
  });
  return founded;
};
const idsFor = async (who: Person) =>
  (await who.does(listInvitations)).map(({ invitation }) => invitation.id);

test("users see their own open invitations, mailed ones first", async () => {
  const { ben, cleo } = await realm();
  expect(await idsFor(ben)).toEqual([2, 1]);
  expect(await idsFor(cleo)).toEqual([]);
});

test("administrators see everyone's, but no link that gives more rights than they have", async () => {
  const { owner, ada } = await realm();
  expect(await idsFor(ada)).toEqual([2, 3, 1]);
  expect(await idsFor(owner)).toEqual([2, 3, 1, 4]);
});

test("an inviter who lost a role doesn't see their links to it", async () => {
  const { owner, append } = await realm();
  await append({ type: "role_changed", userId: owner.id, from: "owner", to: "administrator" });
  expect(await idsFor(owner)).toEqual([2, 3, 1]);
});

test("only reusable links are shown", async () => {
  const { ben } = await realm();
  const [mailed, reusable] = await ben.does(listInvitations);
  expect(mailed?.link).toBeUndefined();
  expect(reusable?.link).toMatch(/^https:\/\/chat\.example\.com\/join\//);
});

test("guests see no invitations", async () => {
  const { gina } = await realm();
  expect(await gina.isRefused(listInvitations)).toBe("Not allowed for guest users");
});
