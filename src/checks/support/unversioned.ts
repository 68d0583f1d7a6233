import type { Exchange } from "../../core/model/exchange.ts";

const resource = /\/(users|projects|groups)(?=[/?#]|$)/;
const versioned = /\/v1\/(users|projects|groups)(?=[/?#]|$)/;

/** Whether a link to a resource of the volunteer interface lacks the version (VOL-10); a base address may have such words. */
export const lacksVersion = (url: string): boolean => resource.test(url) && !versioned.test(url);

/** Whether a request is to a path without the version: of the run on purpose, or as recorded. */
export const isUnversioned = ({ interface: name, call, request }: Exchange): boolean =>
  call?.unversioned === true || (name === "volunteer" && lacksVersion(request.url));
