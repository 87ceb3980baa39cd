import { csrf } from "../api/http";
import { clearStoredData } from "../offline/cache";
import { stopPush } from "../offline/push";
import type { App } from "./app";

/** How long to wait for a server that may not answer. */
const patience = 2000;

/** Ends the session and leaves nothing behind in the browser. */
export const logOut = async (app: Pick<App, "leave">): Promise<void> => {
  app.leave();
  const pause = new Promise((resolve) => setTimeout(resolve, patience));
  await Promise.race([stopPush().catch(() => undefined), pause]);
  await Promise.race([clearStoredData(), pause]);
  const form = document.createElement("form");
  form.method = "post";
  form.action = "/logout";
  const token = document.createElement("input");
  token.type = "hidden";
  token.name = "csrfmiddlewaretoken";
  token.value = csrf();
  form.append(token);
  document.body.append(form);
  form.submit();
};
