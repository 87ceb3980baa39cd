import type { TemporaryLinks } from "../../../src/application/ports/files/temporary-links";
import { createTemporaryLink } from "../../../src/application/uploads/create-temporary-link";
import { memoryRealm } from "../../support/application/memory-realm";
import { uploadBy } from "../../support/application/uploads";

const links: TemporaryLinks = {
  tokenFor: (subject, until) => `${subject} until ${until}`,
  subjectOf: () => undefined,
};

test("a reader of a file gets a link to it that works for a minute; others get none", async () => {
  const { ben, cleo, clock, services, realmId } = await memoryRealm({
    people: { ben: "member", cleo: "member" },
  });
  const { path, id } = await uploadBy(ben);
  const create = (requester: { readonly realmId: number }) =>
    createTemporaryLink({ ...services, links })(requester, path)();
  expect(await create(ben)).toMatchObject({
    right: { token: `${ben.id} 1 ${path} until ${clock.now() + 60_000}`, attachment: { id } },
  });
  for (const requester of [cleo, { realmId }])
    expect(await create(requester)).toMatchObject({ left: { code: "ACCESS_DENIED" } });
});
