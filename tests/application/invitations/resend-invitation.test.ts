import { resendInvitation } from "../../../src/application/invitations/resend-invitation";
import { dailyLimits } from "../../../src/domain/realm/realm-list-limits";
import { aMoment } from "../../support/application/fakes";
import { memoryRealm } from "../../support/application/memory-realm";
import { anInvitation } from "../../support/builders/entities";

const hour = 3_600_000;
const realm = async (mailedAt: readonly number[] = [aMoment]) => {
  const founded = await memoryRealm({ people: { ada: "administrator", ben: "member", cleo: "member" } });
  const { ben } = founded;
  await founded.append({
    type: "invitations_made",
    invitations: [
      anInvitation({ id: 1, inviterId: ben.id, email: "zoe@example.org", mailedAt }),
      anInvitation({ id: 2, inviterId: ben.id, email: null, mailedAt: [] }),
    ],
  });
  return founded;
};

test("the mail goes out again in the inviter's name, and its day of sending is remembered", async () => {
  const { ada, clock, eventsOf, mails } = await realm([aMoment - 23 * hour, aMoment]);
  clock.advance(2 * hour);
  expect(await eventsOf(() => ada.does(resendInvitation, 1))).toEqual([
    { type: "invitation_mailed", invitationId: 1, mailedAt: [aMoment, aMoment + 2 * hour] },
  ]);
  expect(await mails()).toMatchObject([
    { to: "zoe@example.org", letter: { kind: "invitation", inviterName: "Ben" } },
  ]);
});

test("counts toward the realm's daily limit", async () => {
  const { ben } = await realm(Array.from({ length: 4 }, () => aMoment));
  await ben.does(resendInvitation, 1);
  expect(await ben.isRefused(resendInvitation, 1)).toMatch(/^To protect users/);
});

test("counts toward what one person may mail in a day", async () => {
  jest.replaceProperty(dailyLimits as Record<string, number>, "invitations", 3);
  const { ada, ben, clock } = await realm([aMoment, aMoment]);
  await ben.does(resendInvitation, 1);
  expect(await ben.isRefused(resendInvitation, 1)).toBe("You can create at most 3 invitations in a day.");
  await ada.does(resendInvitation, 1);
  clock.advance(25 * hour);
  await ben.does(resendInvitation, 1);
});

test("an address gets at most five mails a day from all inviters together", async () => {
  const { ada, ben, append, clock } = await realm([aMoment, aMoment]);
  await append({
    type: "invitations_made",
    invitations: [3, 4, 5].map((id) =>
      anInvitation({ id, inviterId: ada.id, email: "ZOE@example.org", mailedAt: [aMoment] }),
    ),
  });
  const resendFreely: typeof resendInvitation = (ports) =>
    resendInvitation({ ...ports, invitationsPerDay: 0 });
  for (const who of [ada, ben])
    expect(await who.isRefused(resendFreely, 1)).toBe("This address has been invited too often today.");
  clock.advance(25 * hour);
  await ben.does(resendInvitation, 1);
});

test("refuses other people's invitations, and links", async () => {
  const { ben, cleo } = await realm();
  expect(await cleo.isRefused(resendInvitation, 1)).toBe("No such invitation");
  expect(await ben.isRefused(resendInvitation, 2)).toBe("No such invitation");
});
