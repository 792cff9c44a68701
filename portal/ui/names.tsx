import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Api } from "../api/api.ts";
import { type LoadNames, Names } from "../requests/names.ts";
import { usePortal } from "./context.ts";

/** Returns names for the rows of a page, kept while the page is shown. */
export function useNames(load: (api: Api, ...ids: Parameters<LoadNames>) => ReturnType<LoadNames>): Names {
  const { api } = usePortal();
  return useMemo(() => new Names((ids) => load(api, ids)), [api, load]);
}

/** Shows a name when it is loaded; before that, and if there is no name, shows `otherwise`. */
export function Name({
  names,
  id,
  otherwise,
}: {
  names: Names;
  id: string | undefined;
  otherwise: ComponentChildren;
}) {
  const [found, setFound] = useState<{ id: string; name: string | undefined }>();
  useEffect(() => {
    if (id === undefined) return undefined;
    let isShown = true;
    void names.of(id).then((name) => isShown && setFound({ id, name }));
    return () => {
      isShown = false;
    };
  }, [names, id]);
  return <>{(found?.id === id ? found?.name : undefined) ?? otherwise}</>;
}
