import { showFirstSteps } from "../../../src/composition/components/first-realm";
import type { Config } from "../../../src/config/config";

/** What a process of a role prints on a server with that many organizations. */
const printedBy = async (role: Config["role"], organizations: number): Promise<string> => {
  let printed = "";
  jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += text;
    return true;
  });
  const registry = { page: async () => Array.from({ length: organizations }, () => ({})) };
  const linkTokens = { write: () => "token" };
  await showFirstSteps({ registry, linkTokens } as never, { role }, "https://chat.example.com");
  return printed;
};

test.each(["all", "web"] as const)(
  "a process with the role %s links to the page for the first organization",
  async (role) => {
    expect(await printedBy(role, 0)).toContain("https://chat.example.com/new/token");
    expect(await printedBy(role, 1)).toBe("");
  },
);

test("a process that only does jobs prints no link, because it doesn't serve that page", async () => {
  expect(await printedBy("jobs", 0)).toBe("");
});
