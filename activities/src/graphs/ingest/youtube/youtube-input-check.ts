import { CountersignError } from '@countersign/workflows/contract'
import { videoIdOf } from '../../../sources/youtube/video-address.ts'
import type { IngestStateType, IngestUpdate } from '../state.ts'

/** Checks that an address of YouTube is that of one video. */
export async function youtubeInputCheck({ url_resource, name }: IngestStateType): Promise<IngestUpdate> {
  if (!url_resource) throw new CountersignError('invalid_input', `${name} is no video: it has no address.`)
  if (videoIdOf(url_resource) === null) {
    const message = `${url_resource} is not the address of one video on YouTube. Channels and playlists are not taken in: give each video's own.`
    throw new CountersignError('invalid_input', message, { url: url_resource })
  }
  return { error: null, failed: null, recording: null, read_windows: null }
}
