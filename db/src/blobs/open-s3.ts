import type { S3Client } from '@aws-sdk/client-s3'

export type Sdk = typeof import('@aws-sdk/client-s3')

/**
 * The SDK and a client. Region, credentials and endpoint come from the usual AWS_* variables; with an endpoint of one's own, buckets are
 * addressed by path. The SDK is large and most installations keep their files in a folder: it is loaded on first use.
 */
export async function openS3(): Promise<{ sdk: Sdk; s3: S3Client }> {
  const sdk = await import('@aws-sdk/client-s3')
  const ownEndpoint = process.env.AWS_ENDPOINT_URL_S3 !== undefined || process.env.AWS_ENDPOINT_URL !== undefined
  // Servers other than AWS's want a region too, though any will do.
  const region = process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? (ownEndpoint ? 'us-east-1' : undefined)
  return { sdk, s3: new sdk.S3Client({ region, forcePathStyle: ownEndpoint }) }
}
