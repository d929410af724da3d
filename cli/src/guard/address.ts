import ipaddr from 'ipaddr.js';

/** Addresses of public ranges that are internal all the same: the platform services of Azure. */
const NOT_PUBLIC = new Set(['168.63.129.16']);

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** The IPv4 address within an ISATAP address: its last two groups, behind `0:5efe`. */
const isatapAddress = ({ parts }: ipaddr.IPv6): ipaddr.IPv4 | undefined => {
  const [, , , , flags = 0, mark, high = 0, low = 0] = parts;
  if (mark !== 0x5efe || (flags & ~0x200) !== 0) return undefined;
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
};

/**
 * Whether an IP address is one of the public internet: not of this machine, of a local or a carrier's network, or of a
 * link; no IPv6 address that stands for an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo); and no ISATAP
 * address of a private one.
 *
 * Ranges are IANA's special-purpose registries, as ipaddr.js has them; of IPv6 only what is allocated (2000::/3).
 */
export const isPublicAddress = (text: string): boolean => {
  const bare = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return false;
  const address = ipaddr.parse(bare);
  if (address.range() !== 'unicast' || NOT_PUBLIC.has(address.toString())) return false;
  if (address.kind() === 'ipv4') return true;
  const v6 = address as ipaddr.IPv6;
  const embedded = isatapAddress(v6);
  return v6.match(GLOBAL_UNICAST) && (!embedded || isPublicAddress(embedded.toString()));
};

/** Whether a host name, as `URL.hostname` gives it, is an IP address. */
export const isAddress = (host: string): boolean => ipaddr.isValid(host.replace(/^\[|\]$/g, ''));

/** Whether an address is in a range such as `10.0.0.0/8`. */
export const isInRange = (text: string, cidr: string): boolean => {
  if (!ipaddr.isValid(text) || !ipaddr.isValidCIDR(cidr)) return false;
  const address = ipaddr.process(text);
  const [base, bits] = ipaddr.parseCIDR(cidr);
  return address.kind() === base.kind() && (address as ipaddr.IPv4).match([base as ipaddr.IPv4, bits]);
};
