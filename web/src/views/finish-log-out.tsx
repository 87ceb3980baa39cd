import { endAtServer, openLogin } from "../app/end-at-server";
import { draw } from "../ui/draw";
import { logOutWords } from "../words/en-log-out";

const retryEvery = 3000;

/** Ends the session of a user who has logged out without a connection; says so until that is done. */
export const finishLogOut = async (userId: number, root: Element): Promise<void> => {
  try {
    await endAtServer(userId);
    openLogin();
  } catch {
    draw(
      <main class="empty">
        <h1 class="empty-title">{logOutWords.loggedOutHere}</h1>
        <p>{logOutWords.endsLater}</p>
      </main>,
      root,
    );
    setTimeout(() => void finishLogOut(userId, root), retryEvery);
  }
};
