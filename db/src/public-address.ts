import { BlockList, isIP, isIPv4 } from 'node:net'

/** Networks that are not the public internet: IANA's special-purpose registries (RFC 6890, RFC 8190), multicast and reserved space. */
const RESERVED_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
const RESERVED_V6 = [
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const

const reserved = new BlockList()
for (const [network, prefix] of RESERVED_V4) reserved.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of RESERVED_V6) reserved.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address lies on the public internet; false for names. An IPv4 address inside an IPv6 one counts as itself. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const mapped = /^::(?:ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return isPublicAddress(mapped)
  if (isIPv4(address)) return !reserved.check(address, 'ipv4')
  // BlockList also matches IPv4 rules against mapped addresses in hexadecimal form.
  return !reserved.check(address, 'ipv6')
}
