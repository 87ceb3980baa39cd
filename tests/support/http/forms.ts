import request, { type Test } from "supertest";
import { ownerPassword, type TestServer } from "./http-application";

/** The value that a page's forms carry. */
export const formToken = (text: string): string =>
  /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(text)?.[1] ?? "";

/** A browser that keeps cookies and follows no redirects. */
export const aBrowser = ({ http }: Pick<TestServer, "http">, host = "chat.example.com") =>
  request.agent(http).set("Host", host).set("User-Agent", "Mozilla/5.0 (X11; Linux) Firefox/150.0");
export type Browser = ReturnType<typeof aBrowser>;

/** Sends a form of an opened page. */
export const submit = (browser: Browser, page: { readonly text: string }, to: string, values: object): Test =>
  browser
    .post(to)
    .type("form")
    .send({ csrfmiddlewaretoken: formToken(page.text), ...values });

/** Opens a page and sends its form. */
export const fill = async (browser: Browser, at: string, values: object, to = at): Promise<Awaited<Test>> =>
  submit(browser, await browser.get(at), to, values);

/** A browser in which somebody has logged in with only a password. */
export const loggedIn = async (
  server: Pick<TestServer, "http">,
  email: string,
  password = ownerPassword,
): Promise<Browser> => {
  const browser = aBrowser(server);
  const answer = await fill(browser, "/login", { username: email, password });
  if (answer.status !== 303) throw new Error(`${email} is not logged in: ${answer.status}\n${answer.text}`);
  return browser;
};

/** API calls with a browser's session. */
export const bySession = async (browser: Browser) => {
  const token = formToken((await browser.get("/account")).text);
  const send =
    (method: "post" | "patch" | "delete") =>
    (path: string, form: object = {}) =>
      browser[method](`/json${path}`).set("X-CSRFToken", token).type("form").send(form);
  return {
    get: (path: string) => browser.get(`/json${path}`),
    post: send("post"),
    patch: send("patch"),
    delete: send("delete"),
  };
};
