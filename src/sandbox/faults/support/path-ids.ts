import type { Fault } from "../fault.ts";

/** Reads the id behind the beginning of a path as another one. */
export const onPathId =
  (beginning: string, read: (id: string) => string): Fault["wrap"] =>
  (next) =>
  (incoming) => {
    const { pathname } = incoming.url;
    const id = decodeURIComponent(pathname.slice(beginning.length));
    if (!pathname.startsWith(beginning) || id.includes("/")) return next(incoming);
    const url = new URL(incoming.url);
    url.pathname = `${beginning}${encodeURIComponent(read(id))}`;
    return next({ ...incoming, url });
  };
