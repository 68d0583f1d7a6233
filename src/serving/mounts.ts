import { climbs, pathOfTarget } from "../core/model/climbs.ts";

/** Where the interfaces of a sandbox are. */
export interface Mounts<Name extends string = string> {
  /** Each is below the path of its name. */
  readonly names: readonly Name[];
  /** The one that also answers to paths without its name. */
  readonly root?: Name | undefined;
}

/** An interface that a path leads to, and the part of the path that is not its own. */
export interface Mount<Name extends string = string> {
  readonly name: Name;
  readonly basePath: string;
}

/** What is for people, and the control interface. */
const pages = /^\/+(?:$|\?|(?:docs|openapi|control)(?:[/?]|$))/;

/** The interface of a path; undefined if it belongs to none. */
export const mountOf = <Name extends string>(
  { names, root }: Mounts<Name>,
  path: string,
): Mount<Name> | undefined => {
  const name = names.find((one) => path === `/${one}` || path.startsWith(`/${one}/`));
  if (name !== undefined) return { name, basePath: `/${name}` };
  return root === undefined || pages.test(path) ? undefined : { name: root, basePath: "" };
};

/** Whether a request's target is an interface's even after resolving dot segments: each requires its own credential. */
export const isInterfacePath = ({ names, root }: Mounts): ((url: string) => boolean) => {
  const named = new RegExp(`^/+(?:${names.join("|")})(?:[/?]|$)`);
  return (url) => (named.test(url) || (root !== undefined && !pages.test(url))) && !climbs(pathOfTarget(url));
};
