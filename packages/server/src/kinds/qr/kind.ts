export { readQrImage } from './image.endpoint.ts'
export { invalidateQr } from './invalidate.endpoint.ts'
export { readQr } from './read.endpoint.ts'
export { reissueQr } from './reissue.endpoint.ts'
