import { benEmail, check, describeInBrowser, message, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

describeInBrowser("what is said about a message that is being written", (windows) => {
  const people = new Map<string, number>();
  beforeAll(async () => {
    const { owner, benId } = windows;
    for (const [email, full_name] of [
      ["emil@example.com", "Emil Berg"],
      ["fay@example.com", "Fay Cole"],
    ] as const) {
      const account = { email, full_name, password: "nine green lamps" };
      const { user_id } = (await owner.callEndpoint("/users", "POST", account)) as { user_id: number };
      people.set(full_name, user_id);
    }
    await owner.callEndpoint("/users/me/subscriptions", "POST", {
      subscriptions: JSON.stringify([{ name: "workshop" }]),
      principals: JSON.stringify([1, benId, people.get("Fay Cole")]),
    });
  });

  test("people outside the channel are named and can be added, which those who may remove them can undo", async () => {
    const found = await windows.owner.callEndpoint("/get_stream_id", "GET", { stream: "workshop" });
    const { stream_id: id } = found as unknown as { readonly stream_id: number };
    const emilIsIn = async (): Promise<boolean> => {
      const answer = await windows.owner.callEndpoint(
        `/users/${people.get("Emil Berg")}/subscriptions/${id}`,
        "GET",
        {},
      );
      return (answer as unknown as { readonly is_subscribed: boolean }).is_subscribed;
    };
    const ben = await windows.openAs(benEmail);
    await ben.evaluate(`location.hash = "#narrow/channel/${id}-workshop/topic/saws"`);
    const field = ben.getByRole("textbox", { name: "Message saws" });
    await field.fill("@**Fay Cole** and @_**Emil Berg** and `@**Emil Berg**`");
    const note = ben.getByText("Emil Berg isn’t in #workshop, so this won’t notify them.");
    await ben.waitForTimeout(500);
    expect(await note.count()).toBe(0);
    await field.fill("@**Fay Cole** and @**Emil Berg**: look");
    await note.waitFor();
    await check(ben, "mention-notes");
    await ben.getByRole("button", { name: "Add to channel" }).click();
    await note.waitFor({ state: "detached" });
    expect(await emilIsIn()).toBe(true);
    await ben.getByText("Emil Berg added to #workshop.").waitFor();
    // Ben may add people, but not remove them.
    expect(await ben.getByRole("button", { name: "Undo" }).count()).toBe(0);
    await field.press("Enter");
    await message(ben, ": look").waitFor();
    await until(ben, "document.querySelector('.compose-note') === null");
    const olive = await windows.openAs("owner@example.com");
    await windows.owner.callEndpoint("/users/me/subscriptions", "DELETE", {
      subscriptions: JSON.stringify(["workshop"]),
      principals: JSON.stringify([people.get("Emil Berg")]),
    });
    await olive.evaluate(`location.hash = "#narrow/channel/${id}-workshop/topic/saws"`);
    await olive.getByRole("textbox", { name: "Message saws" }).fill("@**Emil Berg** again");
    await olive.getByRole("button", { name: "Add to channel" }).click();
    await olive.getByRole("button", { name: "Undo" }).click();
    await olive.getByText(/Emil Berg isn’t in #workshop/).waitFor();
    expect(await emilIsIn()).toBe(false);
  });

  test("guests are told, but not offered to add people", async () => {
    await windows.owner.callEndpoint(`/users/${windows.benId}`, "PATCH", { role: "600" });
    try {
      const ben = await windows.openAs(benEmail);
      await ben
        .getByRole("navigation")
        .getByRole("link", { name: /^workshop/ })
        .click();
      await ben.getByRole("button", { name: "New topic" }).click();
      await ben.getByRole("combobox", { name: "Topic" }).fill("planes");
      await ben.getByRole("textbox", { name: "Message planes" }).fill("@**Emil Berg** hello");
      await ben.getByText(/Emil Berg isn’t in #workshop/).waitFor();
      expect(await ben.getByRole("button", { name: "Add to channel" }).count()).toBe(0);
    } finally {
      await windows.owner.callEndpoint(`/users/${windows.benId}`, "PATCH", { role: "400" });
    }
  });

  test("a message to a resolved topic says so, and the topic can be reopened with what was written", async () => {
    await windows.send(windows.owner, "✔ oven", "Repaired");
    const ben = await windows.openAs(benEmail);
    await ben.evaluate(
      `location.hash = "#narrow/channel/${windows.generalId}-general/topic/.E2.9C.94.20oven"`,
    );
    await message(ben, "Repaired").waitFor();
    const note = ben.getByText("This topic is marked as resolved.");
    expect(await note.count()).toBe(0);
    await ben.getByRole("textbox", { name: "Message ✔ oven" }).fill("It broke again");
    await note.waitFor();
    await check(ben, "resolved-note");
    await ben.locator(".compose").getByRole("button", { name: "Mark as unresolved" }).click();
    await note.waitFor({ state: "detached" });
    const field = ben.getByRole("textbox", { name: "Message oven" });
    await until(ben, "document.querySelector('.compose textarea').value === 'It broke again'");
    await field.press("Enter");
    await message(ben, "It broke again").waitFor();
  });

  test("a wildcard in a large channel says how many people it notifies", async () => {
    const { owner, benId } = windows;
    const many: number[] = [];
    for (let one = 1; one <= 15; one += 1) {
      const account = {
        email: `p${one}@example.com`,
        full_name: `Person ${one}`,
        password: "nine green lamps",
      };
      const { user_id } = (await owner.callEndpoint("/users", "POST", account)) as { user_id: number };
      many.push(user_id);
    }
    await owner.callEndpoint("/users/me/subscriptions", "POST", {
      subscriptions: JSON.stringify([{ name: "everybody" }]),
      principals: JSON.stringify([1, benId, ...many]),
    });
    const olive = await windows.openAs("owner@example.com");
    await olive
      .getByRole("navigation")
      .getByRole("link", { name: /^everybody/ })
      .click();
    await olive.getByRole("button", { name: "New topic" }).click();
    await olive.getByRole("combobox", { name: "Topic" }).fill("party");
    const field = olive.getByRole("textbox", { name: "Message party" });
    await field.fill("@**everyone** come");
    await olive.getByText("This notifies everyone in the channel: 17 people.").waitFor();
    await field.fill("@_**everyone** come");
    await olive.getByText("This notifies everyone").waitFor({ state: "detached" });
  });
});
