import type { Static, TSchema } from "typebox";
import type {
  AlertsResponse,
  RetriedMailResponse,
  RetriedMailsResponse,
} from "../../src/http/schemas/outbound/alerts.ts";
import type { ExplainResponse } from "../../src/http/schemas/outbound/explanation.ts";
import type {
  ExportsResponse,
  RunDetailResponse,
  RunsResponse,
} from "../../src/http/schemas/outbound/exports.ts";
import type {
  DeliveriesResponse,
  DeliveryResponse,
  EndpointResponse,
} from "../../src/http/schemas/outbound/webhooks.ts";
import type {
  FeedErrorsResponse,
  FeedResponse,
  FeedsResponse,
} from "../../src/http/schemas/retailer/feeds.ts";
import type { ListedProduct as ListedProductSchema } from "../../src/http/schemas/retailer/lists.ts";
import type {
  CustomerLookupResponse,
  VariantLookupResponse,
} from "../../src/http/schemas/retailer/lookups.ts";
import type {
  ActivityResponse,
  ConversionsResponse,
  GuestsResponse,
  MostWishedResponse,
  UnmetDemandResponse,
} from "../../src/http/schemas/retailer/reports.ts";
import type { WaitingResponse } from "../../src/http/schemas/retailer/waiting.ts";
import type { WavesResponse } from "../../src/http/schemas/retailer/waves.ts";
import type { AuditResponse } from "../../src/http/schemas/tenant/audit.ts";
import type { ClientResponse, NewSecretResponse } from "../../src/http/schemas/tenant/clients.ts";
import type { MailPreviewResponse } from "../../src/http/schemas/tenant/mail-preview.ts";
import type {
  PersonalDataResponse,
  PrivacyLogResponse,
  ReceiptResponse,
} from "../../src/http/schemas/tenant/privacy.ts";
import type { SettingsResponse } from "../../src/http/schemas/tenant/settings.ts";
import type { ShareResponse, SharesResponse } from "../../src/http/schemas/wishlists/shares.ts";
import type { ItemPageResponse, WishlistPageResponse } from "../../src/http/schemas/wishlists/wishlists.ts";
import type { ProductResponse, VariantResponse } from "../../src/ingest/schemas/catalogue.ts";
import type { CustomerBody, CustomerResponse } from "../../src/ingest/schemas/customers.ts";
import type { OrderResponse } from "../../src/ingest/schemas/orders.ts";

// The types of the API's answers are derived from the schemas of the service.
type Of<T extends TSchema> = Static<T>;
export type Customer = Of<typeof CustomerResponse> &
  Omit<Of<typeof CustomerBody>, keyof Of<typeof CustomerResponse>>;
export type ListedProduct = Of<typeof ListedProductSchema>;
export type Product = Of<typeof ProductResponse>;
export type Variant = Of<typeof VariantResponse>;
export type FoundVariants = Of<typeof VariantLookupResponse>;
export type FoundCustomers = Of<typeof CustomerLookupResponse>;
export type AuditEntry = Of<typeof AuditResponse>["entries"][number];
export type Client = Of<typeof ClientResponse>;
export type NewSecret = Of<typeof NewSecretResponse>;
export type RetriedMail = Of<typeof RetriedMailResponse>;
export type RetriedMails = Of<typeof RetriedMailsResponse>;
export type Alert = Of<typeof AlertsResponse>["alerts"][number];
export type Explanation = Of<typeof ExplainResponse>;
export type Export = Of<typeof ExportsResponse>["exports"][number];
export type Run = Of<typeof RunsResponse>["runs"][number];
export type RunDetail = Of<typeof RunDetailResponse>;
export type Feed = Of<typeof FeedResponse>;
export type ListedFeed = Of<typeof FeedsResponse>["feeds"][number];
export type FeedErrors = Of<typeof FeedErrorsResponse>;
export type PersonalData = Of<typeof PersonalDataResponse>;
export type PrivacyRequest = Of<typeof PrivacyLogResponse>["requests"][number];
export type Receipt = Of<typeof ReceiptResponse>;
export type Activity = Of<typeof ActivityResponse>;
export type Conversions = Of<typeof ConversionsResponse>;
export type MostWished = Of<typeof MostWishedResponse>;
export type GuestFigures = Of<typeof GuestsResponse>;
export type UnmetDemand = Of<typeof UnmetDemandResponse>;
export type Settings = Of<typeof SettingsResponse>;
export type Endpoint = Of<typeof EndpointResponse>;
export type DeliveryDetail = Of<typeof DeliveryResponse>;
export type MailPreview = Of<typeof MailPreviewResponse>;
export type WaitingWish = Of<typeof WaitingResponse>["waiting"][number];
export type Wave = Of<typeof WavesResponse>["waves"][number];
export type Order = Of<typeof OrderResponse>;
export type Delivery = Of<typeof DeliveriesResponse>["deliveries"][number];
export type ItemPage = Of<typeof ItemPageResponse>;
export type WishlistPage = Of<typeof WishlistPageResponse>;
export type Share = Of<typeof SharesResponse>["shares"][number];
export type NewShare = Of<typeof ShareResponse>;
