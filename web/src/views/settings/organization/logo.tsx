import { removeLogo, uploadLogo } from "../../../api/organization";
import { useApp } from "../../../app/app";
import { adminWords } from "../../../words/en-administration";
import { ChangePicture } from "../parts/change-picture";
import { isAdministrator } from "../parts/scope";
import { useAction } from "../parts/use-action";

const One = ({ isForNight }: { readonly isForNight: boolean }) => {
  const { store } = useApp();
  const { run, problem, isBusy } = useAction();
  const realm = store.realm.value;
  const url = isForNight ? realm.realm_night_logo_url : realm.realm_logo_url;
  const source = isForNight ? realm.realm_night_logo_source : realm.realm_logo_source;
  const isThere = source === "U";
  const title = isForNight ? adminWords.night : adminWords.day;
  return (
    <fieldset>
      <legend>{title}</legend>
      {isThere && typeof url === "string" ? (
        <img
          class={isForNight ? "logo for-night" : "logo"}
          src={url}
          alt={adminWords.logoOf(title)}
          height={40}
        />
      ) : (
        <p class="soft">{adminWords.noLogo}</p>
      )}
      {isAdministrator(store) && (
        <ChangePicture
          isBusy={isBusy}
          onUpload={(file) => void run(() => uploadLogo(file, isForNight))}
          onRemove={isThere ? () => void run(() => removeLogo(isForNight)) : undefined}
        />
      )}
      {problem}
    </fieldset>
  );
};

/** The logo that clients show instead of the organization's name. */
export const Logo = () => (
  <section class="setting-group">
    <h2>{adminWords.logo}</h2>
    <div class="two-fields">
      <One isForNight={false} />
      <One isForNight />
    </div>
  </section>
);
