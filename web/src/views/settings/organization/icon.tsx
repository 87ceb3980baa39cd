import { removeIcon, uploadIcon } from "../../../api/settings";
import { useApp } from "../../../app";
import { screenWords } from "../../../words/en-screens";
import { ChangePicture } from "../change-picture";
import { useDoing } from "../doing";
import { isAdministrator } from "../scope";

/** The organization's picture. */
export const Icon = () => {
  const app = useApp();
  const { run, problem, isBusy } = useDoing();
  const { realm_icon_url: url, realm_icon_source: source } = app.store.realm.value;
  return (
    <div class="own-picture">
      {typeof url === "string" && (
        <img class="avatar" src={url} alt={screenWords.icon} width={80} height={80} />
      )}
      <div>
        {isAdministrator(app.store) && (
          <ChangePicture
            isBusy={isBusy}
            onUpload={(file) => void run(() => uploadIcon(file))}
            onRemove={source === "U" ? () => void run(removeIcon) : undefined}
          />
        )}
        {problem}
      </div>
    </div>
  );
};
