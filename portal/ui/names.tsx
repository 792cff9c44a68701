import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Api } from "../api/api.ts";
import { type LoadNames, Names } from "../api/names.ts";
import { usePortal } from "./context.ts";

/** Names for the rows of a page, for as long as it is shown. */
export function useNames(load: (api: Api, ...ids: Parameters<LoadNames>) => ReturnType<LoadNames>): Names {
  const { api } = usePortal();
  return useMemo(() => new Names((ids) => load(api, ids)), [api, load]);
}

/** The name of something, once it is there; before, and without a name, what it is called otherwise. */
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
