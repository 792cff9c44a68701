// Generated from the OpenAPI document by `npm run client`.
// Digest of both: abc725305451d25a20fc1827cf0e9251ae93fdebb7a880430d2c125ed6beb9db

export interface paths {
    "/services/wsservice/api/wishlist/items/getCustomersWithFlag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the customers whose wishes have a flag
         * @description Customers with a wish for a variant, or for any variant of a product, that has notifyMe or preRelease. Each has the ids of such wishes. A page can be shorter than asked for while more follow; a customer with several wishes can be on several pages. What the catalogue does not have is found by productRef together with variantRef; by one of them, the page is empty.
         */
        get: operations["sdkGetCustomersWithFlag"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlist/items/resetFlag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Reset a flag of all wishes for a product or a variant
         * @description Sets notifyMe or prerelease of the wishes to false. Of many wishes, the answer is 202 and a job resets the rest; the answer's id asks for its progress. A wish that asks after the start keeps its flag. What the catalogue does not have is found by productRef together with variantRef; by one of them, no wish is reset.
         */
        put: operations["sdkResetFlag"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlist/items/resetFlag/{resetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress of a reset of flags
         * @description The progress of a reset can be read for a week after its last step.
         */
        get: operations["sdkGetFlagReset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlists/itemPopularity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count the wishes for products and variants
         * @description Wishes on lists, bought or not, as the waiting lists of the variants have them: a wish that has changed its variant can still count for the old one. What the catalogue does not have counts by productRef together with variantRef; by one of them it has 0. Also served at /services/wsservice/api/wishlist/itemPopularity.
         */
        post: operations["sdkGetItemPopularity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a wishlist with a page of its items
         * @description Items come in pages, in ascending order of their ids. Send lastEvaluatedItemId as lastItemId for the next page.
         */
        get: operations["getWishlist"];
        /**
         * Change a wishlist's metadata
         * @description Fields that are present are set, null clears an optional one, absent ones stay. Items do not change.
         */
        put: operations["updateWishlist"];
        /**
         * Create a wishlist
         * @description The wishlist is empty; items are added afterwards. The customer must exist. With guest: true it has no customer, and the answer has the guestToken, which is shown only here.
         */
        post: operations["createWishlist"];
        /**
         * Delete a wishlist
         * @description It is kept for reporting, without anything that leads to the customer.
         */
        delete: operations["deleteWishlist"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlists/customer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete all wishlists of a customer
         * @description Each wishlist is kept for reports without anything that links it to the customer. The customer stays.
         */
        delete: operations["deleteWishlists"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlist/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the items of a wishlist
         * @description One page of items, in ascending order of their ids. Send lastEvaluatedItemId as lastItemId for the next page.
         */
        get: operations["listItems"];
        /**
         * Change an item that the body names
         * @description Found by id, else by wishlistItemRef; then wishlistId or wishlistRef selects one of several wishlists. Otherwise as the change of an item by its id or reference.
         */
        put: operations["sdkUpdateItem"];
        /**
         * Add an item to a wishlist
         * @description The same product and variant again, without another wishlistItemRef, is the same wish: the existing item is changed by the fields that are sent, and returned. Its priceWhenAdded stays.
         */
        post: operations["createItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlists/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the wishlists of a customer
         * @description Each wishlist has its first page of up to 50 items, or fewer large ones; to continue, use lastEvaluatedItemId in the list of items. A page ends early at 4 MiB. A customer without wishlists gets 404.
         */
        get: operations["lookupWishlists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlists/{id}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the valid links of a wishlist
         * @description Without their tokens, which are not stored.
         */
        get: operations["listShares"];
        put?: never;
        /**
         * Share a wishlist by a link
         * @description Who has the link sees the wishlist without personal data, also a private one, and cannot change it. The token is shown in this answer only. A wishlist has at most 20 valid links.
         */
        post: operations["createShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlists/{id}/shares/{shareId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a link to a wishlist
         * @description From the answer on, the link leads to nothing.
         */
        delete: operations["revokeShare"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/shared/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a shared wishlist by its link
         * @description Needs nothing but the token of the link. Without personal data: the name of the wishlist, the display name that the link was made with, and the wished variants. The answer to an unknown, revoked or expired link is always the same.
         */
        get: operations["getSharedWishlist"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/s/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the page of a shared wishlist
         * @description A page for shops without one of their own, with the shop's name and colours of the settings, in the language of its e-mail.
         */
        get: operations["showSharedWishlist"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlists/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a guest's wishlist to a customer
         * @description For a guest who signs in. The guest's wishlist is deleted, its items have new ids. A claim takes effect once: the same customer gets the same answer again, any other 404.
         */
        post: operations["claimWishlist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlist/add-items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add several items to a wishlist
         * @description Adds all items or none. The rows of itemId come first in the answer.
         */
        post: operations["addItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlist/items/ref={ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an item by its reference
         * @description If several wishlists of the store have an item with the reference, wishlistId or wishlistRef selects one.
         */
        get: operations["getItemByRef"];
        /**
         * Change an item, found by its reference
         * @description Changes the fields that are present; null clears an optional field. A change of the variant needs the current variant in oldVariantId or oldVariantRef.
         */
        put: operations["updateItemByRef"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlist/items/id={id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change an item, found by its id
         * @description Changes the fields that are present; null clears an optional field. A change of the variant needs the current variant in oldVariantId or oldVariantRef.
         */
        put: operations["updateItemById"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlist/items/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an item by its id
         * @description The id of an item contains the id of its wishlist, so no other parameter is needed.
         */
        get: operations["getItemById"];
        put?: never;
        post?: never;
        /**
         * Remove an item, found by its id
         * @description Reads do not return the item any more. It is kept for reports.
         */
        delete: operations["deleteItemById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlist/items/{ref}/ref": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an item, found by its reference
         * @description Reads do not return the item any more. It is kept for reports.
         */
        delete: operations["deleteItemByRef"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlist/items/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move items to another wishlist of the customer
         * @description A moved item gets another id and keeps the rest; orders and alerts follow it. All items or none. If the other wishlist has the same wish, both become one, with the flags of both, the earlier time and the larger quantity. If-Match is optional; it lists the entity tags of both wishlists.
         */
        post: operations["moveItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlist/items/copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy items to another wishlist of the customer
         * @description A copy is a new wish: added now, not purchased, without wishlistItemRef; a shopper's copy also without the fields of staff. All items or none. If the other wishlist has the same wish, both become one, with the flags of both, the earlier time and the larger quantity. If-Match is optional; it lists the entity tags of both wishlists.
         */
        post: operations["copyItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/customerservice/api/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the store's customers
         * @description In a stable order, which is not that of time unless `sortBy` says so. A page looks through a bounded number of records: with filters it may be short or empty although more follow, as long as it has a cursor. Also served at /services/wsservice/api/customers and /api/customers.
         */
        get: operations["listCustomers"];
        /**
         * Change a customer
         * @description Found by svc_customer_id, else by id. Fields that are present are set, null clears an optional one, absent ones stay. Also served at /services/wsservice/api/customers and /api/customers.
         */
        put: operations["updateCustomer"];
        /**
         * Create a customer
         * @description At least one of id, email and phone is required. A customer without id gets the service's id as its id. The new customer gets the wishlists of a deleted customer with the same id. Also served at /services/wsservice/api/customers and /api/customers.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/customerservice/api/upload-customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or update many customers
         * @description Up to 1,000 customers, each independently: a customer with a known id is updated, any other is created. Also served at /services/wsservice/api/upload-customers and /api/upload-customers.
         */
        post: operations["uploadCustomers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/customerservice/api/customers/{customerRef}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a customer
         * @description Also served at /services/wsservice/api/customers/{customerRef} and /api/customers/{customerRef}.
         */
        get: operations["findCustomer"];
        put?: never;
        post?: never;
        /**
         * Delete a customer
         * @description The personal fields are removed. The wishlists stay under the customer's reference, unless wishlists=true deletes them too. Also served at /services/wsservice/api/customers/{customerRef} and /api/customers/{customerRef}.
         */
        delete: operations["deleteCustomer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the store's products, without their variants
         * @description In a stable order, which is not that of time unless `sortBy` says so. A page looks through a bounded number of records: with filters it may be short or empty although more follow, as long as it has a cursor.
         */
        get: operations["listProducts"];
        put?: never;
        /**
         * Create or change products
         * @description In the shape of this service or in Shopify's product shape; the fields decide. Absent members and absent variants stay unchanged. A row that is older by updatedTime changes only stock that has no later value.
         */
        post: operations["putProducts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/stock-levels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set stock levels
         * @description Also in the shape of Shopify's inventory levels; null means not tracked. A level without a location is a total, like the level of a product row. A total counts until a later row with a location. From then on, the stock is the sum of the known locations and the part of the total that belongs to locations without a row. A row without updatedTime has the time of its arrival, and an older row changes nothing. Stock of an unknown variant is stored, and applied when the variant arrives.
         */
        post: operations["setStockLevels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/products/{ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a product with its variants
         * @description The product and its variants from the feeds, with their stock by location. If the variants exceed 4 MB, continue after lastEvaluatedVariantId.
         */
        get: operations["getProduct"];
        put?: never;
        post?: never;
        /**
         * Delete a product from the catalogue
         * @description Wishes for it stay, and wait until the product returns.
         */
        delete: operations["deleteProduct"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/variants/{ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a variant
         * @description A variant by the id of the service or the reference of the retailer; where there is none, by its SKU or barcode (one of them, where several variants have it).
         */
        get: operations["getVariant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the store's orders with the match of each line
         * @description In a stable order, which is not that of time unless `sortBy` says so. A page looks through a bounded number of records: with filters it may be short or empty although more follow, as long as it has a cursor.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Push orders
         * @description In the shape of this service or in Shopify's order shape; the fields decide. The wishes that an order matches are marked as purchased soon after. An older version of an order, by updatedTime, changes nothing.
         */
        post: operations["putOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/orders/{ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order with the match of each line
         * @description The order with the wish that each line matched, or the reason why it matched none.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlists/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the store's wishlists, without their items
         * @description In a stable order, which is not that of time unless `sortBy` says so. A page looks through a bounded number of records: with filters it may be short or empty although more follow, as long as it has a cursor.
         */
        get: operations["listWishlists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/alerts/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the store's alerts
         * @description In a stable order, which is not that of time unless `sortBy` says so. A page looks through a bounded number of records: with filters it may be short or empty although more follow, as long as it has a cursor.
         */
        get: operations["listStoreAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/customerservice/api/customers/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find customers by e-mail address, phone number, reference, id or name
         * @description A read: POST keeps personal data out of addresses. Customers whose address, number, reference or id the text is come first, then those whose first or last name begins with it, without regard to case and accents. Also served at /services/wsservice/api/customers/search and /api/customers/search.
         */
        post: operations["searchCustomers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/variants/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find many variants
         * @description A read of up to 50 variants, each found as by getVariant. An entry that no variant has is answered without `variant`. It counts as one request, and takes no Idempotency-Key.
         */
        post: operations["lookupVariants"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/customerservice/api/customers/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find many customers
         * @description A read of up to 50 customers by the retailer's ids or the service's. An entry that no customer has is answered without `customer`. It counts as one request, and takes no Idempotency-Key. Also served at /services/wsservice/api/customers/lookup and /api/customers/lookup.
         */
        post: operations["lookupCustomers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/feeds/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Feed a file of orders
         * @description A file of any size as newline-delimited JSON or CSV, optionally gzipped. It is read as fast as its rows are applied. Invalid rows are reported by line number in the errors of the feed; valid rows are still applied.
         */
        post: operations["feedOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/feeds/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Feed a file of products
         * @description A file of any size as newline-delimited JSON or CSV, optionally gzipped. It is read as fast as its rows are applied. Invalid rows are reported by line number in the errors of the feed; valid rows are still applied.
         */
        post: operations["feedProducts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/feeds/stock-levels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Feed a file of stock levels
         * @description A file of any size as newline-delimited JSON or CSV, optionally gzipped. It is read as fast as its rows are applied. Invalid rows are reported by line number in the errors of the feed; valid rows are still applied.
         */
        post: operations["feedStockLevels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/feeds/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Feed a file of customers
         * @description A file of any size as newline-delimited JSON or CSV, optionally gzipped. It is read as fast as its rows are applied. Invalid rows are reported by line number in the errors of the feed; valid rows are still applied.
         */
        post: operations["feedCustomers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/feeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the feeds of the store
         * @description The newest first, without their errors; those whose rows the caller may read. Feeds are kept for 30 days. A page looks through a bounded number of feeds: with filters it may be short or empty although more follow, as long as it has a cursor.
         */
        get: operations["listFeeds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/feeds/{feedId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress of a feed
         * @description Feeds are kept for 30 days.
         */
        get: operations["getFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/feeds/{feedId}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the errors of a feed's rows
         * @description The first 100,000 errors are kept, up to 32 MiB.
         */
        get: operations["getFeedErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/alerts/mail-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview the e-mail about alerts
         * @description The message with made-up products, and with the settings and the own texts that hold in the store. Sends nothing.
         */
        get: operations["previewAlertMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/variants/{ref}/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who waits for a variant
         * @description Open wishes for the variant in the order in which their customers are alerted: the oldest first. A wish comes into the list about a second after it is made.
         */
        get: operations["listWaiting"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/alerts/waves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the waves of alerts under way
         * @description A wave that alerts everybody at once is over within seconds and not listed. Listed is one that waits for its next part: it alerts only as many customers at a time as the stock is enough for (setting `alerts.waveMultiple`).
         */
        get: operations["listWaves"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a customer's alerts
         * @description Alerts in ascending order of their ids, each with the status of its delivery.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/alerts/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain why a customer was alerted about a variant, or was not
         * @description Evaluates the rules of alerts with the current data. Without a type, the wish decides: register_interest while it waits for the release, otherwise back_in_stock.
         */
        get: operations["explainAlert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the store's changes
         * @description Events in order, kept for 30 days. Their data comes from the current records, without erased data. 410 `ChangesLost` has the `cursor` to continue from.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/alerts/{id}/retry-mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the e-mail of an alert again after it has failed
         * @description An e-mail that has not failed stays as it is. The customer's address, subscription and consent decide again, at once and when it is sent: a customer who has unsubscribed meanwhile gets none.
         */
        post: operations["retryAlertMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/alerts/retry-mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the e-mails of many alerts again after they have failed
         * @description Up to 50 alerts, each independently. An e-mail that has not failed stays as it is. The customer's address, subscription and consent decide again, at once and when it is sent: a customer who has unsubscribed meanwhile gets none. So a repeated request sends nothing twice.
         */
        post: operations["retryAlertMails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhook endpoints
         * @description All endpoints of the store, at most 50. Secrets are not shown.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Deliveries are signed as Standard Webhooks specifies. The secret is shown only in this answer.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description The endpoint with its status. Its secret is not shown.
         */
        get: operations["getWebhookEndpoint"];
        /**
         * Change a webhook endpoint
         * @description Absent members stay unchanged. Set the status to enable a disabled endpoint again.
         */
        put: operations["updateWebhookEndpoint"];
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Nothing more is sent to the endpoint; waiting deliveries end.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/webhook-endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook endpoint
         * @description For a day, deliveries are also signed with the previous secret. The new secret is shown only in this answer.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/webhook-endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a webhook endpoint
         * @description Sends an event of the type webhook.test, signed like any other. The deliveries of the endpoint show the result.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/webhook-endpoints/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events again to a webhook endpoint
         * @description Sends the named events at once, or all subscribed events since a time in the background, in batches. The endpoint shows the progress. An endpoint has one such replay at a time; while one runs, the answer is 409 with its state. A replay sends up to 10,000 events. It stops when the receiver accepts no event of a batch; continue from its `reachedTime`.
         */
        post: operations["replayWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/webhook-endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries to a webhook endpoint
         * @description The newest attempts first, each with its outcome.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/webhook-endpoints/{id}/deliveries/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the attempts to deliver an event, with the event
         * @description Looks through the endpoint's last 1,000 attempts.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/exports/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an export's runs
         * @description The newest 100; they are kept for 30 days.
         */
        get: operations["listExportRuns"];
        put?: never;
        /**
         * Run an export now
         * @description Exports everything that was written before the run. An export has one run at a time: 409 with its runId while one is active.
         */
        post: operations["startExportRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/exports/{id}/runs/{run}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a run with its progress and result
         * @description Progress, counts and a page of the records that the platform rejected.
         */
        get: operations["getExportRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/exports/{id}/runs/{run}/redrive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send rejected records again
         * @description In a new run, with the current data.
         */
        post: operations["redriveExportRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/exports/{id}/runs/{run}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a run
         * @description The run ends after its current batch. A finished run does not change.
         */
        post: operations["cancelExportRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the exports
         * @description All exports of the store, at most 50. Secrets are shown as ***.
         */
        get: operations["listExports"];
        put?: never;
        /**
         * Create an export
         * @description Exports wishes to a file or a platform, on request and on schedule. A generated secret is shown only in this answer. includePrivate: true and onlyConsenting: false need the scope exports:personal.
         */
        post: operations["createExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an export
         * @description The export with its settings and its next run. Secrets are shown as ***.
         */
        get: operations["getExport"];
        /**
         * Change an export
         * @description Absent members stay unchanged; null clears a member. A changed schedule takes effect at once. An export with includePrivate: true or onlyConsenting: false after the change needs the scope exports:personal.
         */
        put: operations["updateExport"];
        post?: never;
        /**
         * Delete an export
         * @description Also deletes its runs and files. An active run ends.
         */
        delete: operations["deleteExport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/shopify/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a webhook of a Shopify shop
         * @description Signed with the secret that the operator registered for the shop. Topics of orders, products, inventory levels and customers. A repeated delivery changes nothing.
         */
        post: operations["takeShopifyWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/privacy/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export all stored data of a person
         * @description The person is named by customer id, reference, e-mail address or phone number. Names of several customers export the data of all of them. A repeated request with the same Idempotency-Key gets the data that is stored then. An answer beyond 4 MB of data ends early with a `cursor`; the next page is the same request with that `cursor`.
         */
        post: operations["exportPersonalData"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/privacy/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase all stored data of a person
         * @description Erases the customer, the wishlists, and the personal data of orders and alerts. The answer comes after everything is erased. It is a receipt without personal data. A repeated request erases nothing more.
         */
        post: operations["erasePersonalData"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/privacy/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the privacy requests
         * @description Exports and erasures with their counts, and data requests of a platform, which the retailer answers with an export.
         */
        get: operations["listPrivacyRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/unsubscribe/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the page to unsubscribe from alerts
         * @description Opening the link changes nothing, because mail scanners open links too. The page has a button that unsubscribes.
         */
        get: operations["askToUnsubscribe"];
        put?: never;
        /**
         * Unsubscribe a customer from alerts by e-mail
         * @description One-click unsubscription of RFC 8058. The body is ignored.
         */
        post: operations["unsubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/reports/most-wished": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the most wished variants or products of a period
         * @description A wish counts on the day it was added, for its current variant and location. With Accept: text/csv, the rows are CSV.
         */
        get: operations["reportMostWished"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/reports/unmet-demand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the open wishes for sold-out variants, in units and money
         * @description Wishes of the period that are neither purchased nor removed, and whose variant is sold out now. With a location, the stock of the location counts where it is known. With Accept: text/csv, the rows are CSV.
         */
        get: operations["reportUnmetDemand"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/reports/conversions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the wishes that orders fulfilled, with revenue and days
         * @description A purchase counts on the day of the order, unless it is cancelled or refunded. With Accept: text/csv, the rows are CSV.
         */
        get: operations["reportConversions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/reports/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the activity of each day of a period
         * @description With Accept: text/csv, the rows are CSV.
         */
        get: operations["reportActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/reports/guests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how many wishlists guests have, and when the next one lapses
         * @description Now, not of a period. Wishlists that have lapsed are deleted each night. Those that a customer has got are not counted.
         */
        get: operations["reportGuests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who changed what
         * @description Changes of settings, clients, webhook endpoints, exports and keys, exports and erasures of personal data, and the operator's commands, with the client, owner or operator who asked for each. Those of the store and of the whole tenant, for an owner at the portal those of all stores, the newest first, for 400 days. Entries have names and ids, and of settings the switches and numbers before and after; never a text that was set.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the tenant's settings
         * @description The effective settings, with defaults for settings that were not set.
         */
        get: operations["getSettings"];
        /**
         * Change the tenant's settings
         * @description Present settings are set, absent settings stay unchanged, and null removes a value. A client that is bound to a store changes the settings of that store. Any other client changes the settings of the tenant, which apply to all stores without a value of their own. Changes take effect within two seconds.
         */
        put: operations["updateSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API clients
         * @description The clients of the store; for an owner at the portal, those of all stores of the tenant. Secrets are not shown.
         */
        get: operations["listClients"];
        put?: never;
        /**
         * Create an API client
         * @description The client gets at most the scopes of the caller, and only an owner at the portal names another store than the own one. The secret is shown only in this answer. A tenant has at most 200 clients.
         */
        post: operations["createClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change, disable or enable an API client
         * @description A client that is disabled, or has lost a scope, is refused within 5 seconds, also with tokens that it has. The caller must have every scope that the client has before and after.
         */
        put: operations["updateClient"];
        post?: never;
        /**
         * Delete an API client
         * @description The client and its tokens are refused within 5 seconds.
         */
        delete: operations["deleteClient"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/clients/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of an API client
         * @description The new secret is shown only in this answer. The present one stays valid for a day.
         */
        post: operations["rotateClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/realms/{tenant}/protocol/openid-connect/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an access token
         * @description OAuth 2 client credentials, and token exchange (RFC 8693) for a shopper's token: subject_token names the customer or is the token of a guest, and subject_token_type says how (urn:wishlist-service:token-type:customer-id, urn:wishlist-service:token-type:customer-ref, urn:wishlist-service:token-type:guest-token). The secret can also be sent by HTTP Basic; refusals are then 401.
         */
        post: operations["issueToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/realms/{tenant}/protocol/openid-connect/certs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Public keys of a realm, as a JWK set
         * @description The JSON Web Key Set (RFC 7517) that verifies the access tokens of the tenant.
         */
        get: operations["listKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/realms/{tenant}/.well-known/openid-configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Discovery document of a realm
         * @description Endpoints and capabilities, as OpenID Connect Discovery specifies.
         */
        get: operations["discoverRealm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process runs
         * @description 200 while the process runs. It does not check Redis.
         */
        get: operations["isLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process can serve requests
         * @description 200 while the process accepts requests; 503 while it starts, drains or has no Redis. The checks say which. The check primary is down while Redis is a replica, which accepts no writes. storeMemory shows the bytes that Redis uses, its limit (0 for none), and whether it is near the limit; it does not affect readiness.
         */
        get: operations["isReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics for Prometheus
         * @description All metrics of the process in the text format of Prometheus.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * @description The OpenAPI 3.1 document of this service. The query parameter tenant adds the token endpoint of that tenant.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlists/id={id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a wishlist's metadata, found by its id
         * @description The same as updateWishlist.
         */
        put: operations["sdkUpdateWishlistById"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlists/ref={ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a wishlist's metadata, found by its reference
         * @description The same as updateWishlist.
         */
        put: operations["sdkUpdateWishlistByRef"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlists/customer/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the wishlists of a customer, found by its id
         * @description The same as lookupWishlists.
         */
        get: operations["sdkGetWishlistsByCustomerId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlists/customer/{ref}/byref": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the wishlists of a customer, found by its reference
         * @description The same as lookupWishlists.
         */
        get: operations["sdkGetWishlistsByCustomerRef"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlists/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a wishlist with a page of its items, found by its id
         * @description The same as getWishlist.
         */
        get: operations["sdkGetWishlistById"];
        put?: never;
        post?: never;
        /**
         * Delete a wishlist, found by its id
         * @description The same as deleteWishlist.
         */
        delete: operations["sdkDeleteWishlistById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlists/{ref}/byref": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a wishlist with a page of its items, found by its reference
         * @description The same as getWishlist.
         */
        get: operations["sdkGetWishlistByRef"];
        put?: never;
        post?: never;
        /**
         * Delete a wishlist, found by its reference
         * @description The same as deleteWishlist.
         */
        delete: operations["sdkDeleteWishlistByRef"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/wsservice/api/wishlist/items/ref/{ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an item, found by its reference
         * @description The same as getItemByRef.
         */
        get: operations["sdkGetItemByRef"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/customerservice/api/v2/customers/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find customers by e-mail address, phone number or name
         * @description At most 50 customers that meet all parameters; an empty array if there are none. An e-mail address, a name or a phone number is needed; each parameter narrows the result. A name that more than 1,000 customers have is answered 400, unless a number is sent too.
         */
        get: operations["sdkSearchCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/customerservice/api/v2/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a customer that the body names
         * @description Found by id, else by customerRef.
         */
        put: operations["sdkUpdateCustomer"];
        /**
         * Create a customer
         * @description At least one of customerRef, email and phone is required.
         */
        post: operations["sdkCreateCustomer"];
        /**
         * Delete a customer that the query names
         * @description The personal fields are removed. The wishlists stay under the customer's reference.
         */
        delete: operations["sdkDeleteCustomer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/customerservice/api/v2/upload-customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or update many customers
         * @description A bare array of up to 1,000 customers, each independently.
         */
        post: operations["sdkUploadCustomers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/customerservice/api/v2/customers/id={id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a customer, found by its id
         * @description The same as updateCustomer.
         */
        put: operations["sdkUpdateCustomerById"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/customerservice/api/v2/customers/customerRef={ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a customer, found by its reference
         * @description The same as updateCustomer.
         */
        put: operations["sdkUpdateCustomerByRef"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/customerservice/api/v2/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a customer by its id
         * @description The same as findCustomer.
         */
        get: operations["sdkGetCustomerById"];
        put?: never;
        post?: never;
        /**
         * Delete a customer, found by its id
         * @description The personal fields are removed. The wishlists stay under the customer's reference.
         */
        delete: operations["sdkDeleteCustomerById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/customerservice/api/v2/customers/{ref}/ref": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a customer by its reference
         * @description The same as findCustomer.
         */
        get: operations["sdkGetCustomerByRef"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "customer.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A customer was created
         * @description Signed as Standard Webhooks describes. A 2xx answer within 15 seconds accepts it.
         */
        post: operations["onCustomerCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "customer.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A customer was changed
         * @description Signed as Standard Webhooks describes. A 2xx answer within 15 seconds accepts it.
         */
        post: operations["onCustomerUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "customer.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A customer was deleted
         * @description Signed as Standard Webhooks describes. A 2xx answer within 15 seconds accepts it.
         */
        post: operations["onCustomerDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "wishlist.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A wishlist was created
         * @description Signed as Standard Webhooks describes. A 2xx answer within 15 seconds accepts it.
         */
        post: operations["onWishlistCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "wishlist.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A wishlist was changed
         * @description Signed as Standard Webhooks describes. A 2xx answer within 15 seconds accepts it.
         */
        post: operations["onWishlistUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "wishlist.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A wishlist was deleted
         * @description Signed as Standard Webhooks describes. A 2xx answer within 15 seconds accepts it.
         */
        post: operations["onWishlistDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "wishlist.item.added": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An item was added to a wishlist
         * @description Signed as Standard Webhooks describes. A 2xx answer within 15 seconds accepts it.
         */
        post: operations["onWishlistItemAdded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "wishlist.item.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An item was changed
         * @description Signed as Standard Webhooks describes. A 2xx answer within 15 seconds accepts it.
         */
        post: operations["onWishlistItemUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "wishlist.item.removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An item was removed from its wishlist
         * @description Signed as Standard Webhooks describes. A 2xx answer within 15 seconds accepts it.
         */
        post: operations["onWishlistItemRemoved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "wishlist.item.purchased": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order bought an item
         * @description Signed as Standard Webhooks describes. A 2xx answer within 15 seconds accepts it.
         */
        post: operations["onWishlistItemPurchased"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "wishlist.item.purchase_reverted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An item that an order bought is open again
         * @description Signed as Standard Webhooks describes. A 2xx answer within 15 seconds accepts it.
         */
        post: operations["onWishlistItemPurchaseReverted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order was received, or a newer version of it
         * @description Signed as Standard Webhooks describes. A 2xx answer within 15 seconds accepts it.
         */
        post: operations["onOrderReceived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.back_in_stock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A customer is to be notified that a variant is back in stock
         * @description Signed as Standard Webhooks describes. A 2xx answer within 15 seconds accepts it.
         */
        post: operations["onAlertBackInStock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.register_interest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A customer is to be notified that a product is released
         * @description Signed as Standard Webhooks describes. A 2xx answer within 15 seconds accepts it.
         */
        post: operations["onAlertRegisterInterest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.price_drop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A customer is to be notified of a lower price
         * @description Signed as Standard Webhooks describes. A 2xx answer within 15 seconds accepts it.
         */
        post: operations["onAlertPriceDrop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.low_stock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A customer is to be notified that few units are left
         * @description Signed as Standard Webhooks describes. A 2xx answer within 15 seconds accepts it.
         */
        post: operations["onAlertLowStock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.endpoint_disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A webhook endpoint was disabled
         * @description Signed as Standard Webhooks describes. A 2xx answer within 15 seconds accepts it.
         */
        post: operations["onWebhookEndpointDisabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description Extra attributes in groups, by the group's name: at most 16384 characters as JSON. */
        AttributeGroups: {
            [key: string]: {
                attributes?: {
                    [key: string]: string;
                };
                description?: string;
            };
        };
        SdkAddress: {
            address1?: string | null;
            address2?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            addressRef?: string | null;
            city?: string | null;
            company?: string | null;
            country?: string | null;
            countryCode?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            default?: boolean | null;
            email?: string | null;
            firstName?: string | null;
            lastName?: string | null;
            name?: string | null;
            phone?: string | null;
            postcode?: string | null;
            province?: string | null;
            provinceCode?: string | null;
        };
        EmailOptIn: {
            /** @description The text "true" or "false" is also accepted. */
            opt_in_active?: boolean | null;
            /** Format: date-time */
            opt_in_updated_at?: string | null;
            /** Format: date-time */
            opted_in_at?: string | null;
            /** @enum {string|null} */
            opt_in_level?: "single_opt_in" | "confirmed_opt_in" | "unknown" | null;
        };
        OptIn: {
            /** @description The text "true" or "false" is also accepted. */
            opt_in_active?: boolean | null;
            /** Format: date-time */
            opt_in_updated_at?: string | null;
            /** Format: date-time */
            opted_in_at?: string | null;
        };
        OptInPreferences: {
            email?: components["schemas"]["EmailOptIn"] | null;
            sms?: components["schemas"]["OptIn"] | null;
        };
        FlaggedCustomers: {
            /** @description Customers of this page. */
            customerCount: number;
            /** @description Send it as lastItemId for the next page. */
            lastEvaluatedItemId?: string;
            customers: {
                /** @description The service's id. */
                id: string;
                /** @description The retailer's reference, if it gave one. */
                customerRef?: string;
                /** @description A whole number or a Shopify global id is also accepted. */
                alternateCustomerRef?: string | null;
                attributeGroups?: components["schemas"]["AttributeGroups"] | null;
                dob?: string | null;
                /** Format: email */
                email?: string | null;
                firstName?: string | null;
                /** @description A whole number or a Shopify global id is also accepted. */
                joinedStoreId?: string | null;
                lastName?: string | null;
                loyaltyTier?: string | null;
                memberSince?: string | null;
                /** @description In any format; not unique. */
                mobile?: string | null;
                spendToNextTier?: string | null;
                /** @description The text "true" or "false" is also accepted. */
                vipStatus?: boolean | null;
                /** @description Unique where it is in E.164 format; any other number is only kept. */
                phone?: string | null;
                addresses?: components["schemas"]["SdkAddress"][] | null;
                optin_preferences?: components["schemas"]["OptInPreferences"] | null;
                active: boolean;
                deleted: boolean;
                accepts_marketing: boolean;
                /** Format: date-time */
                createdDate: string;
                customer_state: string;
                /** Format: date-time */
                lastModifiedDate: string;
                lastOrderRef?: string;
                taxExempt: boolean;
                taxExemptions: string[];
                totalOrders: number;
                totalSpend: number;
                verified_email: boolean;
                /** @description The customer's wishes with the flag. */
                wishlistItemIds: string[];
            }[];
        };
        /** @description RFC 9457. */
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            instance: string;
            /** @description MalformedRequest (400): The body cannot be read. InvalidInput (400): The request is invalid. InvalidParameter (400): A query parameter or header is invalid. VariantMismatch (400): The variant does not match the item. AmbiguousReference (400): Several wishlists have an item with this reference. LimitExceeded (400): A count limit is exceeded. DuplicateReference (400): Another resource has this reference. Unauthorized (401): A valid access token is required. Forbidden (403): Not permitted. ResourceNotFound (404): The resource does not exist. MethodNotAllowed (405): The path does not support this method. RequestInProgress (409): The first request with this Idempotency-Key is still running. RunInProgress (409): A run of this export is active. ReplayInProgress (409): A replay to this endpoint is active. ChangesLost (410): The changes after this cursor are lost. PreconditionFailed (412): If-Match does not match the current version. PayloadTooLarge (413): The body is too large. UnsupportedMediaType (415): The type or encoding of the body is not supported. IdempotencyKeyReused (422): The Idempotency-Key was used for another request. RateLimited (429): Too many requests. BudgetExceeded (429): The tenant has used up a budget. HeaderFieldsTooLarge (431): There are too many header fields, or they are too large. Internal (500): An internal error occurred. OutcomeUnknown (500): It is unknown whether the write was applied. Unavailable (503): The service is unavailable; nothing was changed. */
            code: string;
            /** @description Also in the header X-Request-Id and in the log of the service. */
            requestId: string;
            errors?: {
                /** @description JSON Pointer. */
                path: string;
                message: string;
            }[];
        };
        SdkResetFlagRequest: Record<string, never>;
        FlagReset: {
            id: string;
            /** @enum {string} */
            flag: "notifyMe" | "prerelease";
            /** @enum {string} */
            status: "running" | "finished";
            /** @description Wishes that were reset so far. */
            count: number;
            /** Format: date-time */
            startedTime: string;
            /** Format: date-time */
            finishedTime?: string;
        };
        CountedVariants: {
            /** @description A whole number or a Shopify global id is also accepted. */
            productRef?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            variantRef?: string | null;
        };
        /** @description References of products or variants, or objects that name a product, a variant or both. */
        SdkGetItemPopularityRequest: (string | components["schemas"]["CountedVariants"])[];
        CreateWishlistRequest: {
            /** @description A whole number or a Shopify global id is also accepted. */
            customerId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            customerRef?: string | null;
            /** @description true for a shopper who has not signed in: the wishlist has no customer. The text "true" or "false" is also accepted. */
            guest?: boolean | null;
            name: string;
            /** @description Useful in social shopping. */
            description?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistRef?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            isPrivate?: boolean | null;
            /** @description The text "true" or "false" is also accepted. */
            isDefault?: boolean | null;
            attributeGroups?: components["schemas"]["AttributeGroups"] | null;
        };
        CreatedWishlist: {
            id: string;
            customerId?: string;
            customerRef?: string;
            name?: string;
            description?: string;
            wishlistRef?: string;
            isPrivate: boolean;
            /** @description true on the customer's default wishlist; else absent. */
            isDefault?: boolean;
            /** @description true on a wishlist without a customer; else absent. */
            guest?: boolean;
            deleted: boolean;
            /** Format: date-time */
            createdTime: string;
            /** Format: date-time */
            modifiedTime: string;
            attributeGroups?: components["schemas"]["AttributeGroups"];
            /** @description Of a guest's wishlist: who has it may claim it. Shown only here. */
            guestToken?: string;
        };
        UpdateWishlistRequest: {
            /** @description A whole number or a Shopify global id is also accepted. */
            id?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            customerId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            customerRef?: string | null;
            name?: string;
            /** @description Useful in social shopping. */
            description?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistRef?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            isPrivate?: boolean | null;
            /** @description The text "true" or "false" is also accepted. */
            isDefault?: boolean | null;
            attributeGroups?: components["schemas"]["AttributeGroups"] | null;
        };
        Wishlist: {
            id: string;
            customerId?: string;
            customerRef?: string;
            name?: string;
            description?: string;
            wishlistRef?: string;
            isPrivate: boolean;
            /** @description true on the customer's default wishlist; else absent. */
            isDefault?: boolean;
            /** @description true on a wishlist without a customer; else absent. */
            guest?: boolean;
            deleted: boolean;
            /** Format: date-time */
            createdTime: string;
            /** Format: date-time */
            modifiedTime: string;
            attributeGroups?: components["schemas"]["AttributeGroups"];
        };
        WishlistItem: {
            id: string;
            wishlistItemRef?: string;
            wishlistId: string;
            wishlistRef?: string;
            product: {
                productId?: string;
                productRef?: string;
                selectedVariantId?: string;
                selectedVariantRef?: string;
            };
            purchased: boolean;
            purchasedAndRemoved: boolean;
            /** Format: date-time */
            purchasedDate?: string;
            addedFromCart: boolean;
            addedByStaff: boolean;
            staffRef?: string;
            locationRef?: string;
            disableNotification: boolean;
            prerelease: boolean;
            notifyMe: boolean;
            /** @description Units that are wanted; 1 if absent. */
            quantity?: number;
            /** @description Units that orders have bought; absent if they bought none, or all. */
            purchasedQuantity?: number;
            priority?: number;
            note?: string;
            /** @description Price of the variant when the wish was added, if the catalogue had one. */
            priceWhenAdded?: {
                amount: string;
                currency: string;
            };
            /**
             * Format: date-time
             * @description Since when the wish waits for its current alerts, if not since it was added. Earlier changes of the variant raise no alert for it.
             */
            waitingSince?: string;
            /** Format: date-time */
            createdTime: string;
            /** Format: date-time */
            modifiedTime: string;
            attributeGroups?: components["schemas"]["AttributeGroups"];
        };
        WishlistWithItems: {
            id: string;
            customerId?: string;
            customerRef?: string;
            name?: string;
            description?: string;
            wishlistRef?: string;
            isPrivate: boolean;
            /** @description true on the customer's default wishlist; else absent. */
            isDefault?: boolean;
            /** @description true on a wishlist without a customer; else absent. */
            guest?: boolean;
            deleted: boolean;
            /** Format: date-time */
            createdTime: string;
            /** Format: date-time */
            modifiedTime: string;
            attributeGroups?: components["schemas"]["AttributeGroups"];
            wishlistItems: components["schemas"]["WishlistItem"][];
            /** @description Items of this page. */
            itemCount: number;
            /** @description Send it as lastItemId for the next page. */
            lastEvaluatedItemId?: string;
        };
        ItemPage: {
            /** @description Items of this page. */
            itemCount: number;
            /** @description Send it as lastItemId for the next page. */
            lastEvaluatedItemId?: string;
            wishlistItems: components["schemas"]["WishlistItem"][];
        };
        WishlistPage: {
            /** @description Wishlists of this page. */
            wishlistCount: number;
            /** @description Send it as lastItemId for the next page. */
            lastEvaluatedWishlistId?: string;
            wishlist: components["schemas"]["WishlistWithItems"][];
        };
        CreateShareRequest: {
            /**
             * Format: date-time
             * @description When the link ends; it must be in the future. Absent: the link lasts until it is revoked.
             */
            expires?: string | null;
            /** @description Who shares, as shown to those who have the link. */
            displayName?: string | null;
        };
        NewShare: {
            id: string;
            /** Format: date-time */
            createdTime: string;
            /** Format: date-time */
            expires?: string;
            displayName?: string;
            /** @description What the link ends with. It is shown once, and stored as a hash. */
            token: string;
            /** @description The page of the shared wishlist. */
            url: string;
        };
        Share: {
            id: string;
            /** Format: date-time */
            createdTime: string;
            /** Format: date-time */
            expires?: string;
            displayName?: string;
        };
        Shares: {
            shares: components["schemas"]["Share"][];
        };
        SharedProduct: {
            productId?: string;
            productRef?: string;
            selectedVariantId?: string;
            selectedVariantRef?: string;
        };
        SharedItem: {
            id: string;
            product: components["schemas"]["SharedProduct"];
            purchased: boolean;
            /** @description Units that are wanted; 1 if absent. */
            quantity?: number;
            /** @description Units that were bought; absent if none were, or all. */
            purchasedQuantity?: number;
            priority?: number;
        };
        SharedWishlist: {
            name?: string;
            /** @description Who shares, as said when the link was made. */
            displayName?: string;
            /** Format: date-time */
            expires?: string;
            wishlistItems: components["schemas"]["SharedItem"][];
            /** @description Items of this page. */
            itemCount: number;
            /** @description Send it as lastItemId for the next page. */
            lastEvaluatedItemId?: string;
        };
        ClaimWishlistRequest: {
            /** @description From the creation of the wishlist. */
            guestToken: string;
            /** @description A whole number or a Shopify global id is also accepted. */
            customerId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            customerRef?: string | null;
            /**
             * @description merge: into the customer's default wishlist, where there is one; keep: as another wishlist of the customer.
             * @enum {string}
             */
            mode: "merge" | "keep";
        };
        ClaimedWishlist: {
            /** @description The customer's wishlist that has the items now. */
            wishlistId: string;
            status: "merged" | "kept";
        };
        /** @description productId with selectedVariantId, or productRef with selectedVariantRef. */
        WishedVariant: {
            /** @description A whole number or a Shopify global id is also accepted. */
            productId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            productRef?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            selectedVariantId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            selectedVariantRef?: string | null;
        };
        CreateItemRequest: {
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistRef?: string | null;
            product: components["schemas"]["WishedVariant"];
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistItemRef?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            addedFromCart?: boolean | null;
            /** @description A shopper's token cannot change it. The text "true" or "false" is also accepted. */
            addedByStaff?: boolean | null;
            /** @description A shopper's token cannot change it. A whole number or a Shopify global id is also accepted. */
            staffRef?: string | null;
            /** @description A shopper's token cannot change it. A whole number or a Shopify global id is also accepted. */
            locationRef?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            disableNotification?: boolean | null;
            /** @description The text "true" or "false" is also accepted. */
            prerelease?: boolean | null;
            /** @description A shopper's token cannot change it. The text "true" or "false" is also accepted. */
            purchasedAndRemoved?: boolean | null;
            /** @description The text "true" or "false" is also accepted. */
            notifyMe?: boolean | null;
            /** @description Units that are wanted; 1 if absent. Orders fulfil them part by part. */
            quantity?: number | null;
            /** @description From 1 to 5; sorting is up to the shop. */
            priority?: number | null;
            /** @description The shopper's own words. */
            note?: string | null;
            attributeGroups?: components["schemas"]["AttributeGroups"] | null;
        };
        AddedItem: {
            /** @description A whole number or a Shopify global id is also accepted. */
            productId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            productRef?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            selectedVariantId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            selectedVariantRef?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistItemRef?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            addedFromCart?: boolean | null;
            /** @description A shopper's token cannot change it. The text "true" or "false" is also accepted. */
            addedByStaff?: boolean | null;
            /** @description A shopper's token cannot change it. A whole number or a Shopify global id is also accepted. */
            staffRef?: string | null;
            /** @description A shopper's token cannot change it. A whole number or a Shopify global id is also accepted. */
            locationRef?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            disableNotification?: boolean | null;
            /** @description The text "true" or "false" is also accepted. */
            prerelease?: boolean | null;
            /** @description A shopper's token cannot change it. The text "true" or "false" is also accepted. */
            purchasedAndRemoved?: boolean | null;
            /** @description The text "true" or "false" is also accepted. */
            notifyMe?: boolean | null;
            /** @description Units that are wanted; 1 if absent. Orders fulfil them part by part. */
            quantity?: number | null;
            /** @description From 1 to 5; sorting is up to the shop. */
            priority?: number | null;
            /** @description The shopper's own words. */
            note?: string | null;
            attributeGroups?: components["schemas"]["AttributeGroups"] | null;
        };
        AddItemsRequest: {
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistRef?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            id?: string | null;
            /** @description Items by productId and selectedVariantId. */
            itemId?: components["schemas"]["AddedItem"][] | null;
            /** @description Items by productRef and selectedVariantRef. */
            itemRef?: components["schemas"]["AddedItem"][] | null;
        };
        AddedItems: {
            wishlistId: string;
            /** @description One per item of the request, in its order; the rows of itemId first. */
            items: {
                id: string;
                wishlistItemRef?: string;
                status: "created" | "existing";
            }[];
        };
        /** @description To change the variant, oldVariantId or oldVariantRef must be the current one. The variant of an item of which orders have bought units cannot change. */
        WishedVariantChange: {
            /** @description A whole number or a Shopify global id is also accepted. */
            productId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            productRef?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            selectedVariantId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            selectedVariantRef?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            oldVariantId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            oldVariantRef?: string | null;
        };
        UpdateItemByRefRequest: {
            /** @description A whole number or a Shopify global id is also accepted. */
            id?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistRef?: string | null;
            product?: components["schemas"]["WishedVariantChange"];
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistItemRef?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            addedFromCart?: boolean | null;
            /** @description A shopper's token cannot change it. The text "true" or "false" is also accepted. */
            addedByStaff?: boolean | null;
            /** @description A shopper's token cannot change it. A whole number or a Shopify global id is also accepted. */
            staffRef?: string | null;
            /** @description A shopper's token cannot change it. A whole number or a Shopify global id is also accepted. */
            locationRef?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            disableNotification?: boolean | null;
            /** @description The text "true" or "false" is also accepted. */
            prerelease?: boolean | null;
            /** @description A shopper's token cannot change it. The text "true" or "false" is also accepted. */
            purchasedAndRemoved?: boolean | null;
            /** @description The text "true" or "false" is also accepted. */
            notifyMe?: boolean | null;
            /** @description Units that are wanted; 1 if absent. Orders fulfil them part by part. */
            quantity?: number | null;
            /** @description From 1 to 5; sorting is up to the shop. */
            priority?: number | null;
            /** @description The shopper's own words. */
            note?: string | null;
            attributeGroups?: components["schemas"]["AttributeGroups"] | null;
        };
        UpdateItemByIdRequest: {
            /** @description A whole number or a Shopify global id is also accepted. */
            id?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistRef?: string | null;
            product?: components["schemas"]["WishedVariantChange"];
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistItemRef?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            addedFromCart?: boolean | null;
            /** @description A shopper's token cannot change it. The text "true" or "false" is also accepted. */
            addedByStaff?: boolean | null;
            /** @description A shopper's token cannot change it. A whole number or a Shopify global id is also accepted. */
            staffRef?: string | null;
            /** @description A shopper's token cannot change it. A whole number or a Shopify global id is also accepted. */
            locationRef?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            disableNotification?: boolean | null;
            /** @description The text "true" or "false" is also accepted. */
            prerelease?: boolean | null;
            /** @description A shopper's token cannot change it. The text "true" or "false" is also accepted. */
            purchasedAndRemoved?: boolean | null;
            /** @description The text "true" or "false" is also accepted. */
            notifyMe?: boolean | null;
            /** @description Units that are wanted; 1 if absent. Orders fulfil them part by part. */
            quantity?: number | null;
            /** @description From 1 to 5; sorting is up to the shop. */
            priority?: number | null;
            /** @description The shopper's own words. */
            note?: string | null;
            attributeGroups?: components["schemas"]["AttributeGroups"] | null;
        };
        MoveItemsRequest: {
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistRef?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            toWishlistId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            toWishlistRef?: string | null;
            /** @description Ids of the items. */
            itemId?: string[] | null;
            /** @description wishlistItemRef of the items. */
            itemRef?: string[] | null;
        };
        MovedItems: {
            wishlistId: string;
            toWishlistId: string;
            /** @description One per item of the request, in its order; those of itemId first. */
            items: {
                /** @description The item's id on the first wishlist. */
                fromItemId: string;
                /** @description The item's id on the other wishlist. */
                id: string;
                /** @description existing: the wishlist had the same wish, and both are one now. */
                status: "created" | "existing";
            }[];
        };
        CopyItemsRequest: {
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistRef?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            toWishlistId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            toWishlistRef?: string | null;
            /** @description Ids of the items. */
            itemId?: string[] | null;
            /** @description wishlistItemRef of the items. */
            itemRef?: string[] | null;
        };
        Address: {
            address1?: string | null;
            address2?: string | null;
            city?: string | null;
            company?: string | null;
            country?: string | null;
            country_code?: string | null;
            country_name?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            customer_id?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            default?: boolean | null;
            email?: string | null;
            first_name?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            id?: string | null;
            last_name?: string | null;
            latitude?: number | null;
            longitude?: number | null;
            name?: string | null;
            phone?: string | null;
            province?: string | null;
            province_code?: string | null;
            zip?: string | null;
        };
        CreateCustomerRequest: {
            /** @description A whole number or a Shopify global id is also accepted. */
            id?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            svc_customer_id?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            alternate_customer_ref?: string | null;
            attribute_groups?: components["schemas"]["AttributeGroups"] | null;
            date_of_birth?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            joined_store_id?: string | null;
            /** @description A phone number that is not in E.164 format; not unique. */
            local_phone?: string | null;
            loyalty_tier?: string | null;
            member_since?: string | null;
            /** @description In any format; not unique. */
            mobile?: string | null;
            sms_opt_in?: components["schemas"]["OptIn"] | null;
            spend_to_next_tier?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            vip_status?: boolean | null;
            /** @description The text "true" or "false" is also accepted. */
            accepts_marketing?: boolean | null;
            /** Format: date-time */
            accepts_marketing_updated_at?: string | null;
            /**
             * Format: date-time
             * @description When the customer unsubscribed from alerts by e-mail; the link in each e-mail sets it. Null, or a later consent to marketing, removes it.
             */
            alerts_unsubscribed_at?: string | null;
            addresses?: components["schemas"]["Address"][] | null;
            admin_graphql_api_id?: string | null;
            /** Format: date-time */
            created_at?: string | null;
            /** Format: iso-4217 */
            currency?: string | null;
            default_address?: components["schemas"]["Address"] | null;
            /** Format: email */
            email?: string | null;
            first_name?: string | null;
            last_name?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            last_order_id?: string | null;
            last_order_name?: string | null;
            /** @enum {string|null} */
            marketing_opt_in_level?: "single_opt_in" | "confirmed_opt_in" | "unknown" | null;
            multipass_identifier?: string | null;
            note?: string | null;
            orders_count?: number | null;
            phone?: string | null;
            /** @enum {string|null} */
            state?: "disabled" | "invited" | "enabled" | "declined" | null;
            /** Format: tag-list */
            tags?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            tax_exempt?: boolean | null;
            /** @description A text is accepted as a list, divided by commas. */
            tax_exemptions?: string[] | null;
            /** @description Decimal text is also accepted. */
            total_spent?: number | null;
            /** Format: date-time */
            updated_at?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            verified_email?: boolean | null;
        };
        Customer: {
            /** @description The retailer's reference; the service's id where none was given. */
            id: string;
            /** @description The service's id. */
            svc_customer_id: string;
            /** @description A whole number or a Shopify global id is also accepted. */
            alternate_customer_ref?: string;
            attribute_groups?: components["schemas"]["AttributeGroups"];
            date_of_birth?: string;
            /** @description A whole number or a Shopify global id is also accepted. */
            joined_store_id?: string;
            /** @description A phone number that is not in E.164 format; not unique. */
            local_phone?: string;
            loyalty_tier?: string;
            member_since?: string;
            /** @description In any format; not unique. */
            mobile?: string;
            sms_opt_in?: components["schemas"]["OptIn"];
            spend_to_next_tier?: string;
            /** @description The text "true" or "false" is also accepted. */
            vip_status?: boolean;
            accepts_marketing: boolean;
            /** Format: date-time */
            accepts_marketing_updated_at?: string;
            /**
             * Format: date-time
             * @description When the customer unsubscribed from alerts by e-mail; the link in each e-mail sets it. Null, or a later consent to marketing, removes it.
             */
            alerts_unsubscribed_at?: string;
            addresses: components["schemas"]["Address"][];
            admin_graphql_api_id?: string;
            /** Format: date-time */
            created_at: string;
            /** Format: iso-4217 */
            currency?: string;
            default_address?: components["schemas"]["Address"];
            /** Format: email */
            email?: string;
            first_name?: string;
            last_name?: string;
            /** @description A whole number or a Shopify global id is also accepted. */
            last_order_id?: string;
            last_order_name?: string;
            marketing_opt_in_level: string | null;
            multipass_identifier?: string;
            note?: string;
            orders_count: number;
            phone?: string;
            state: string;
            tags: string;
            tax_exempt: boolean;
            tax_exemptions: string[];
            total_spent: number;
            /** Format: date-time */
            updated_at: string;
            verified_email: boolean;
        };
        CustomerRow: {
            /** @description A whole number or a Shopify global id is also accepted. */
            id?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            svc_customer_id?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            alternate_customer_ref?: string | null;
            attribute_groups?: components["schemas"]["AttributeGroups"] | null;
            date_of_birth?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            joined_store_id?: string | null;
            /** @description A phone number that is not in E.164 format; not unique. */
            local_phone?: string | null;
            loyalty_tier?: string | null;
            member_since?: string | null;
            /** @description In any format; not unique. */
            mobile?: string | null;
            sms_opt_in?: components["schemas"]["OptIn"] | null;
            spend_to_next_tier?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            vip_status?: boolean | null;
            /** @description The text "true" or "false" is also accepted. */
            accepts_marketing?: boolean | null;
            /** Format: date-time */
            accepts_marketing_updated_at?: string | null;
            /**
             * Format: date-time
             * @description When the customer unsubscribed from alerts by e-mail; the link in each e-mail sets it. Null, or a later consent to marketing, removes it.
             */
            alerts_unsubscribed_at?: string | null;
            addresses?: components["schemas"]["Address"][] | null;
            admin_graphql_api_id?: string | null;
            /** Format: date-time */
            created_at?: string | null;
            /** Format: iso-4217 */
            currency?: string | null;
            default_address?: components["schemas"]["Address"] | null;
            /** Format: email */
            email?: string | null;
            first_name?: string | null;
            last_name?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            last_order_id?: string | null;
            last_order_name?: string | null;
            /** @enum {string|null} */
            marketing_opt_in_level?: "single_opt_in" | "confirmed_opt_in" | "unknown" | null;
            multipass_identifier?: string | null;
            note?: string | null;
            orders_count?: number | null;
            phone?: string | null;
            /** @enum {string|null} */
            state?: "disabled" | "invited" | "enabled" | "declined" | null;
            /** Format: tag-list */
            tags?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            tax_exempt?: boolean | null;
            /** @description A text is accepted as a list, divided by commas. */
            tax_exemptions?: string[] | null;
            /** @description Decimal text is also accepted. */
            total_spent?: number | null;
            /** Format: date-time */
            updated_at?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            verified_email?: boolean | null;
        };
        UploadCustomersRequest: {
            customers: components["schemas"]["CustomerRow"][];
        };
        UploadedCustomers: {
            /** @description One per customer of the request, in its order. */
            customers: {
                id?: string;
                svc_customer_id?: string;
                status: "created" | "updated" | "rejected";
                error?: {
                    code: string;
                    detail: string;
                    errors?: {
                        path: string;
                        message: string;
                    }[];
                };
            }[];
        };
        UpdateCustomerRequest: {
            /** @description A whole number or a Shopify global id is also accepted. */
            id?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            svc_customer_id?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            alternate_customer_ref?: string | null;
            attribute_groups?: components["schemas"]["AttributeGroups"] | null;
            date_of_birth?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            joined_store_id?: string | null;
            /** @description A phone number that is not in E.164 format; not unique. */
            local_phone?: string | null;
            loyalty_tier?: string | null;
            member_since?: string | null;
            /** @description In any format; not unique. */
            mobile?: string | null;
            sms_opt_in?: components["schemas"]["OptIn"] | null;
            spend_to_next_tier?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            vip_status?: boolean | null;
            /** @description The text "true" or "false" is also accepted. */
            accepts_marketing?: boolean | null;
            /** Format: date-time */
            accepts_marketing_updated_at?: string | null;
            /**
             * Format: date-time
             * @description When the customer unsubscribed from alerts by e-mail; the link in each e-mail sets it. Null, or a later consent to marketing, removes it.
             */
            alerts_unsubscribed_at?: string | null;
            addresses?: components["schemas"]["Address"][] | null;
            admin_graphql_api_id?: string | null;
            /** Format: date-time */
            created_at?: string | null;
            /** Format: iso-4217 */
            currency?: string | null;
            default_address?: components["schemas"]["Address"] | null;
            /** Format: email */
            email?: string | null;
            first_name?: string | null;
            last_name?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            last_order_id?: string | null;
            last_order_name?: string | null;
            /** @enum {string|null} */
            marketing_opt_in_level?: "single_opt_in" | "confirmed_opt_in" | "unknown" | null;
            multipass_identifier?: string | null;
            note?: string | null;
            orders_count?: number | null;
            phone?: string | null;
            /** @enum {string|null} */
            state?: "disabled" | "invited" | "enabled" | "declined" | null;
            /** Format: tag-list */
            tags?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            tax_exempt?: boolean | null;
            /** @description A text is accepted as a list, divided by commas. */
            tax_exemptions?: string[] | null;
            /** @description Decimal text is also accepted. */
            total_spent?: number | null;
            /** Format: date-time */
            updated_at?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            verified_email?: boolean | null;
        };
        ProductFeedRow: {
            /** @description A whole number or a Shopify global id is also accepted. */
            productRef: string;
            title?: string | null;
            url?: string | null;
            /** @description Name of the product in the shop's URLs: `/products/<handle>`. */
            handle?: string | null;
            imageUrl?: string | null;
            /** @enum {string|null} */
            status?: "active" | "draft" | "archived" | null;
            /** Format: date-time */
            publishedTime?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            prerelease?: boolean | null;
            /** Format: date-time */
            updatedTime?: string | null;
            variants?: {
                /** @description A whole number or a Shopify global id is also accepted. */
                variantRef: string;
                title?: string | null;
                /** @description A whole number or a Shopify global id is also accepted. */
                sku?: string | null;
                /** @description A whole number or a Shopify global id is also accepted. */
                gtin?: string | null;
                /** @description A whole number or a Shopify global id is also accepted. */
                inventoryItemId?: string | null;
                /** @description An amount such as 19.90. A number is also accepted. */
                price?: string | null;
                /** Format: iso-4217 */
                currency?: string | null;
                /** @enum {string|null} */
                inventoryPolicy?: "deny" | "continue" | null;
                available?: number | null;
            }[];
        };
        /** @description One, an array of up to 1000, or an object with the array as products. */
        PutProductsRequest: components["schemas"]["ProductFeedRow"] | components["schemas"]["ProductFeedRow"][] | {
            products: components["schemas"]["ProductFeedRow"][];
        };
        ProductResults: {
            /** @description One per row, in the order of the request. */
            results: {
                productRef?: string;
                productId?: string;
                /** @enum {string} */
                status: "created" | "updated" | "unchanged" | "stale" | "rejected";
                error?: {
                    code: string;
                    detail: string;
                    errors?: {
                        path: string;
                        message: string;
                    }[];
                };
                /** @description Fields that are not valid. The row was written without them. */
                ignored?: {
                    path: string;
                    message: string;
                }[];
                variants?: {
                    variantRef: string;
                    variantId: string;
                }[];
            }[];
        };
        StockLevelFeedRow: {
            /** @description A whole number or a Shopify global id is also accepted. */
            variantRef?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            variantId?: string | null;
            /** @description Selects the product if variants of several products have the name. A whole number or a Shopify global id is also accepted. */
            productRef?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            sku?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            gtin?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            inventoryItemId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            locationRef?: string | null;
            /** Format: date-time */
            updatedTime?: string | null;
            available: number | null;
        };
        /** @description One, an array of up to 1000, or an object with the array as stockLevels. */
        SetStockLevelsRequest: components["schemas"]["StockLevelFeedRow"] | components["schemas"]["StockLevelFeedRow"][] | {
            stockLevels: components["schemas"]["StockLevelFeedRow"][];
        };
        StockResults: {
            results: {
                /** @enum {string} */
                status: "applied" | "parked" | "stale" | "rejected";
                error?: {
                    code: string;
                    detail: string;
                    errors?: {
                        path: string;
                        message: string;
                    }[];
                };
            }[];
        };
        Variant: {
            productRef: string;
            productId: string;
            /** @description Absent in the product's own answer. */
            productTitle?: string;
            variantRef: string;
            variantId: string;
            title?: string;
            sku?: string;
            gtin?: string;
            inventoryItemId?: string;
            price?: string;
            currency?: string;
            inventoryPolicy: string;
            /** @description Null where stock is not tracked. */
            available?: number | null;
            /** @description Whether it can be bought. */
            isAvailable: boolean;
            stockLevels: {
                locationRef?: string;
                available: number | null;
                /** Format: date-time */
                updatedTime?: string;
            }[];
        };
        Product: {
            productRef: string;
            productId: string;
            title: string;
            url?: string;
            handle?: string;
            imageUrl?: string;
            status: string;
            publishedTime?: string | null;
            prerelease: boolean;
            /** Format: date-time */
            updatedTime?: string;
            /** Format: date-time */
            createdTime: string;
            /** Format: date-time */
            modifiedTime: string;
            variants: components["schemas"]["Variant"][];
            /** @description The last variant of this page; absent on the last page. */
            lastEvaluatedVariantId?: string;
        };
        OrderFeedRow: {
            /** @description A whole number or a Shopify global id is also accepted. */
            orderRef: string;
            /** Format: date-time */
            createdTime: string;
            lines: {
                /** @description A whole number or a Shopify global id is also accepted. */
                lineRef: string;
                quantity: number;
                /** @description A whole number or a Shopify global id is also accepted. */
                productRef?: string | null;
                /** @description A whole number or a Shopify global id is also accepted. */
                variantRef?: string | null;
                /** @description A whole number or a Shopify global id is also accepted. */
                variantId?: string | null;
                /** @description A whole number or a Shopify global id is also accepted. */
                sku?: string | null;
                /** @description A whole number or a Shopify global id is also accepted. */
                gtin?: string | null;
                refundedQuantity?: number | null;
                /** @description An amount such as 19.90. A number is also accepted. */
                price?: string | null;
                /** @description An amount such as 19.90. A number is also accepted. */
                discount?: string | null;
            }[];
            /** @description A whole number or a Shopify global id is also accepted. */
            customerRef?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            customerId?: string | null;
            /** Format: email */
            email?: string | null;
            /** Format: email */
            contactEmail?: string | null;
            phone?: string | null;
            channel?: string | null;
            /** Format: date-time */
            updatedTime?: string | null;
            /** @enum {string|null} */
            status?: "open" | "cancelled" | "refunded" | null;
            /** @description The text "true" or "false" is also accepted. */
            test?: boolean | null;
            /** Format: iso-4217 */
            currency?: string | null;
        };
        /** @description One, an array of up to 1000, or an object with the array as orders. */
        PutOrdersRequest: components["schemas"]["OrderFeedRow"] | components["schemas"]["OrderFeedRow"][] | {
            orders: components["schemas"]["OrderFeedRow"][];
        };
        OrderResults: {
            /** @description One per row, in the order of the request. */
            results: {
                orderRef?: string;
                /** @enum {string} */
                status: "accepted" | "unchanged" | "stale" | "rejected";
                error?: {
                    code: string;
                    detail: string;
                    errors?: {
                        path: string;
                        message: string;
                    }[];
                };
                /** @description Fields that are not valid. The row was written without them. */
                ignored?: {
                    path: string;
                    message: string;
                }[];
            }[];
        };
        Order: {
            orderRef: string;
            customerRef?: string;
            customerId?: string;
            email?: string;
            contactEmail?: string;
            phone?: string;
            channel?: string;
            /** Format: date-time */
            createdTime: string;
            /** Format: date-time */
            updatedTime?: string;
            status: string;
            test: boolean;
            currency?: string;
            /** Format: date-time */
            receivedTime: string;
            lines: {
                lineRef: string;
                productRef?: string;
                variantRef?: string;
                variantId?: string;
                sku?: string;
                gtin?: string;
                quantity: number;
                refundedQuantity?: number;
                price?: string;
                /** @description Discount of the whole line, for all its units. */
                discount?: string;
                /** @description The wish that the line matched, and how person and variant were found. */
                matched?: {
                    wishlistId: string;
                    itemId: string;
                    rule: string;
                };
                /** @description Why the line matched no wish; absent while matching is in progress. */
                reason?: string;
                /**
                 * @description The reason as a code, which keeps its meaning; the sentence may change.
                 * @enum {string}
                 */
                reasonCode?: "test_order" | "no_customer" | "variant_ambiguous" | "variant_unknown" | "no_wish" | "wished_later" | "bought_before" | "wishlist_deleted" | "undone" | "undone_wished_again" | "undone_reference_taken";
            }[];
        };
        CustomerList: {
            customers: components["schemas"]["Customer"][];
            /** @description Cursor of the next page; absent on the last page. A page may be short or empty and not be the last. */
            cursor?: string;
        };
        WishlistList: {
            wishlists: components["schemas"]["Wishlist"][];
            /** @description Cursor of the next page; absent on the last page. A page may be short or empty and not be the last. */
            cursor?: string;
        };
        OrderList: {
            orders: components["schemas"]["Order"][];
            /** @description Cursor of the next page; absent on the last page. A page may be short or empty and not be the last. */
            cursor?: string;
        };
        ListedProduct: {
            productRef: string;
            productId: string;
            title: string;
            url?: string;
            handle?: string;
            imageUrl?: string;
            status: string;
            publishedTime?: string | null;
            prerelease: boolean;
            /** Format: date-time */
            updatedTime?: string;
            /** Format: date-time */
            createdTime: string;
            /** Format: date-time */
            modifiedTime: string;
            variantCount: number;
        };
        ProductList: {
            products: components["schemas"]["ListedProduct"][];
            /** @description Cursor of the next page; absent on the last page. A page may be short or empty and not be the last. */
            cursor?: string;
        };
        Alert: {
            id: string;
            /** @enum {string} */
            type: "back_in_stock" | "register_interest" | "price_drop" | "low_stock";
            /**
             * @description Whether the alert was sent to the change feed and the webhooks.
             * @enum {string}
             */
            status: "pending" | "sent" | "suppressed" | "failed";
            reason?: string;
            customerId: string;
            customerRef: string;
            /** @description Title of the product. Like the following members, as it was when the alert was raised. */
            title?: string;
            url?: string;
            handle?: string;
            imageUrl?: string;
            variantTitle?: string;
            price?: string;
            /** @description Price drops only: price of the variant when it was first wished for, in the same currency. */
            previousPrice?: string;
            currency?: string;
            /** @description Units in stock; null if stock is not tracked. */
            available?: number | null;
            productId: string;
            productRef: string;
            variantRef: string;
            variantId: string;
            /** @description All wishes of the customer that the alert concerns. */
            itemIds: string[];
            /** @description The same wishes with details; absent in alerts of earlier versions. */
            items?: {
                itemId: string;
                wishlistId: string;
                wishlistRef?: string;
                wishlistItemRef?: string;
                /** @description Price drops only: price of the variant when this wish was added. */
                previousPrice?: string;
            }[];
            /** @description On the first price drop of a variant and a currency: the lowest price that the customer was alerted about since. */
            lowestTold?: {
                amount: string;
                /** Format: date-time */
                time: string;
            };
            /** @description Number of the rise, fall or drop of the variant. */
            cycle: number;
            /** Format: date-time */
            createdTime: string;
            /** Format: date-time */
            sentTime?: string;
            /** @description Status of the e-mail; absent if the alert has none. */
            email?: {
                /** @enum {string} */
                status: "pending" | "sending" | "sent" | "suppressed" | "failed";
                /** @description Why it was suppressed (such as unsubscribed, bought, no longer wished for, sold out, the price has risen), or failed. */
                reason?: string;
                /** Format: date-time */
                time: string;
                /** @description Local part of the Message-ID, the same for all alerts of one message. */
                messageId?: string;
            };
        };
        AlertList: {
            alerts: components["schemas"]["Alert"][];
            /** @description Cursor of the next page; absent on the last page. A page may be short or empty and not be the last. */
            cursor?: string;
        };
        CustomerSearch: {
            /** @description An e-mail address, phone number, reference, id, or the beginning of a first or last name. */
            text: string;
            /** @description Entries of the page; above 50 counts as 50. */
            pageSize?: number | null;
            /** @description `cursor` of the previous page; absent for the first page. */
            cursor?: string | null;
        };
        VariantLookup: {
            /** @description References, ids, SKUs or barcodes of variants. */
            refs: string[];
        };
        /** @description Without its stock by location. */
        FoundVariant: {
            productRef: string;
            productId: string;
            /** @description Absent in the product's own answer. */
            productTitle?: string;
            variantRef: string;
            variantId: string;
            title?: string;
            sku?: string;
            gtin?: string;
            inventoryItemId?: string;
            price?: string;
            currency?: string;
            inventoryPolicy: string;
            /** @description Null where stock is not tracked. */
            available?: number | null;
            /** @description Whether it can be bought. */
            isAvailable: boolean;
        };
        FoundVariants: {
            /** @description One per entry, in the order of the request. */
            results: {
                /** @description The entry of the request. */
                ref: string;
                variant?: components["schemas"]["FoundVariant"];
            }[];
        };
        CustomerLookup: {
            /** @description The retailer's ids of customers, or the service's. */
            refs: string[];
        };
        FoundCustomers: {
            /** @description One per entry, in the order of the request. */
            results: {
                /** @description The entry of the request. */
                ref: string;
                customer?: components["schemas"]["Customer"];
            }[];
        };
        FeedError: {
            /** @description Line of the file in which the row starts; the first line is 1. */
            line: number;
            code: string;
            detail: string;
            errors?: {
                path: string;
                message: string;
            }[];
        };
        Feed: {
            id: string;
            /** @enum {string} */
            kind: "orders" | "products" | "stock-levels" | "customers";
            /**
             * @description Incomplete if the file was cut off: the rows up to the cut are applied.
             * @enum {string}
             */
            status: "receiving" | "applying" | "finished" | "incomplete";
            /** @description Applied share of the file, from 0 to 1; null while its size is unknown. */
            progress: number | null;
            counts: {
                /** @description Rows that were received. */
                read: number;
                /** @description Rows by result, with the statuses of single rows. */
                applied: {
                    [key: string]: number;
                };
                rejected: number;
            };
            /** @description The first errors. */
            errors: components["schemas"]["FeedError"][];
            /** Format: date-time */
            createdTime: string;
            /** Format: date-time */
            finishedTime?: string;
        };
        ListedFeed: {
            id: string;
            /** @enum {string} */
            kind: "orders" | "products" | "stock-levels" | "customers";
            /**
             * @description Incomplete if the file was cut off: the rows up to the cut are applied.
             * @enum {string}
             */
            status: "receiving" | "applying" | "finished" | "incomplete";
            /** @description Applied share of the file, from 0 to 1; null while its size is unknown. */
            progress: number | null;
            counts: {
                /** @description Rows that were received. */
                read: number;
                /** @description Rows by result, with the statuses of single rows. */
                applied: {
                    [key: string]: number;
                };
                rejected: number;
            };
            /** Format: date-time */
            createdTime: string;
            /** Format: date-time */
            finishedTime?: string;
        };
        Feeds: {
            feeds: components["schemas"]["ListedFeed"][];
            /** @description Cursor of the next page; absent on the last page. A page may be short or empty and not be the last. */
            cursor?: string;
        };
        FeedErrors: {
            /** @description In the order in which the rows were applied. */
            errors: components["schemas"]["FeedError"][];
            /** @description Value of `after` for the next page. */
            cursor: string;
            hasMore: boolean;
        };
        MailPreview: {
            /** @enum {string} */
            language: "en" | "de" | "fr" | "es";
            subject: string;
            text: string;
            html: string;
        };
        WaitingWish: {
            /**
             * Format: date-time
             * @description Since when the wish waits for the variant.
             */
            since: string;
            customerId: string;
            customerRef: string;
            itemId: string;
            wishlistId: string;
            quantity: number;
            notifyMe: boolean;
            prerelease: boolean;
            disableNotification: boolean;
        };
        WaitingList: {
            /** @description Wishes in the list, with a few that no longer wait. */
            count: number;
            waiting: components["schemas"]["WaitingWish"][];
            /** @description Cursor of the next page; absent on the last page. A page may be short. */
            cursor?: string;
        };
        Wave: {
            id: string;
            /** @enum {string} */
            alert: "back_in_stock" | "register_interest" | "price_drop" | "low_stock";
            productRef: string;
            variantRef: string;
            title: string;
            variantTitle?: string;
            /**
             * Format: date-time
             * @description When the variant came back, was released, fell in price or became few.
             */
            since: string;
            /** @description Customers that the wave has alerted. */
            alerted: number;
            /** @description Wishes that the wave still has to look at. */
            left: number;
            /**
             * Format: date-time
             * @description When the wave goes on.
             */
            nextTime: string;
            /**
             * Format: date-time
             * @description When the wave will end at its pace; absent if it does not pause.
             */
            expectedEndTime?: string;
        };
        Waves: {
            /** @description The newest first, at most 200. */
            waves: components["schemas"]["Wave"][];
        };
        Alerts: {
            alerts: components["schemas"]["Alert"][];
            lastEvaluatedAlertId?: string;
        };
        AlertExplanation: {
            /** @description told (the customer had the alert), waiting (all rules pass, and a wave is under way or comes), or blocked by the first rule that blocks. */
            decision: string;
            /** @description The rules in their order, for the customer's wish that passes most of them. customer: the customer exists; catalogue: the catalogue knows the variant; setting: the settings enable alerts of the type; switched on: the settings already enabled them when it happened; wish: the customer wishes for the variant; flag: the wish has notifyMe (back_in_stock) or prerelease (register_interest); notification: the wish does not have disableNotification; purchased: the wish is not purchased; released: customers can see the product; stock: the variant can be bought, and with low_stock few are left; before the rise: the wish already asked for alerts when it happened; price: with price_drop, the price is lower than at the wish, by at least as much as the settings require; release: the rise is not the release, because a wish with prerelease has a separate alert for the release; told once: the customer has had no alert for it or, with price_drop, no alert with a price as low; hold: the hold time is over. */
            rules: {
                /** @description Code of the rule. */
                rule: string;
                /** @enum {string} */
                outcome: "pass" | "block";
                /** @description The facts. */
                detail: string;
                /**
                 * Format: date-time
                 * @description Since when; for hold, until when.
                 */
                at?: string;
            }[];
            /** @description The same for the e-mail of the alert; waiting: an alert raised now would also be sent by e-mail. mail server: a mail server is configured; setting: the settings enable e-mail; address: the customer has an e-mail address; subscription: the customer has not unsubscribed; marketing: with price_drop and low_stock, the customer accepts marketing. */
            email?: {
                decision: string;
                rules: {
                    /** @description Code of the rule. */
                    rule: string;
                    /** @enum {string} */
                    outcome: "pass" | "block";
                    /** @description The facts. */
                    detail: string;
                    /**
                     * Format: date-time
                     * @description Since when; for hold, until when.
                     */
                    at?: string;
                }[];
            };
        };
        /** @description What the event concerns, with the current data; erased data is omitted. Events of alerts also have the members of the alert. */
        EventData: {
            /** @description The service's id of the customer. */
            customerId?: string;
            /** @description The retailer's reference of the customer. */
            customerRef?: string;
            wishlistId?: string;
            wishlistRef?: string;
            itemId?: string;
            /** @description Id that a moved item had on its former wishlist. */
            movedFrom?: string;
            /** @description Id that a moved item has on its new wishlist. */
            movedTo?: string;
            item?: components["schemas"]["WishlistItem"];
            product?: {
                productId?: string;
                productRef?: string;
                selectedVariantId?: string;
                selectedVariantRef?: string;
            };
            purchasedAndRemoved?: boolean;
            orderRef?: string;
            endpointId?: string;
            reason?: string;
        };
        Event: {
            /** @description The same in the change feed, in webhooks and in each attempt. */
            id: string;
            /** @enum {string} */
            type: "customer.created" | "customer.updated" | "customer.deleted" | "wishlist.created" | "wishlist.updated" | "wishlist.deleted" | "wishlist.item.added" | "wishlist.item.updated" | "wishlist.item.removed" | "wishlist.item.purchased" | "wishlist.item.purchase_reverted" | "order.received" | "alert.back_in_stock" | "alert.register_interest" | "alert.price_drop" | "alert.low_stock" | "webhook.endpoint_disabled";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["EventData"];
        };
        Changes: {
            events: components["schemas"]["Event"][];
            /** @description Cursor for the next request, also if there are no new events. */
            cursor: string;
            hasMore: boolean;
        };
        RetriedMail: {
            /** @description The alert's id. */
            id: string;
            /** @description Status of the e-mail; absent if the alert has none. */
            email?: {
                /** @enum {string} */
                status: "pending" | "sending" | "sent" | "suppressed" | "failed";
                /** @description Why it was suppressed (such as unsubscribed, bought, no longer wished for, sold out, the price has risen), or failed. */
                reason?: string;
                /** Format: date-time */
                time: string;
                /** @description Local part of the Message-ID, the same for all alerts of one message. */
                messageId?: string;
            };
        };
        RetriedAlerts: {
            /** @description Ids of alerts. */
            ids: string[];
        };
        RetriedMails: {
            /** @description One per entry, in the order of the request. */
            results: {
                /** @description The entry of the request. */
                id: string;
                /** @description Status of the e-mail; absent if the alert has none. */
                email?: {
                    /** @enum {string} */
                    status: "pending" | "sending" | "sent" | "suppressed" | "failed";
                    /** @description Why it was suppressed (such as unsubscribed, bought, no longer wished for, sold out, the price has risen), or failed. */
                    reason?: string;
                    /** Format: date-time */
                    time: string;
                    /** @description Local part of the Message-ID, the same for all alerts of one message. */
                    messageId?: string;
                };
                error?: {
                    code: string;
                    detail: string;
                    errors?: {
                        path: string;
                        message: string;
                    }[];
                };
            }[];
        };
        CreateWebhookEndpointRequest: {
            url: string;
            /** @description Types of events, or prefixes that end in *; none, or * alone, for all. */
            events?: string[] | null;
            description?: string | null;
        };
        WebhookReplay: {
            id: string;
            /** @enum {string} */
            status: "running" | "completed" | "stopped";
            /** @description Why the replay stopped early. */
            reason?: string;
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            reachedTime?: string;
            /** @description Events that were sent, accepted or not. */
            sent: number;
            /** Format: date-time */
            startedTime: string;
            /** Format: date-time */
            finishedTime?: string;
        };
        WebhookEndpoint: {
            id: string;
            url: string;
            events: string[];
            description?: string;
            status: string;
            /** @description Why the endpoint was disabled. */
            reason?: string;
            /** Format: date-time */
            failingSince?: string;
            /** Format: date-time */
            createdTime: string;
            /** Format: date-time */
            modifiedTime: string;
            replay?: components["schemas"]["WebhookReplay"];
            /** @description Shown only when it is new. */
            secret?: string;
        };
        WebhookEndpoints: {
            endpoints: components["schemas"]["WebhookEndpoint"][];
        };
        UpdateWebhookEndpointRequest: {
            url?: string;
            /** @description Types of events, or prefixes that end in *; none, or * alone, for all. */
            events?: string[] | null;
            description?: string | null;
            /** @enum {string} */
            status?: "enabled" | "disabled";
        };
        QueuedDeliveries: {
            eventIds: string[];
        };
        ReplayWebhooksRequest: {
            /** Format: date-time */
            since?: string;
            eventIds?: string[];
        };
        QueuedReplay: {
            /** @description Ids of the events that are sent again. */
            eventIds?: string[];
            replay?: components["schemas"]["WebhookReplay"];
        };
        WebhookDelivery: {
            eventId: string;
            type: string;
            attempt: number;
            /** @enum {string} */
            outcome: "delivered" | "failed" | "given up";
            status?: number;
            error?: string;
            durationMs: number;
            /** Format: date-time */
            time: string;
        };
        WebhookDeliveries: {
            deliveries: components["schemas"]["WebhookDelivery"][];
        };
        WebhookDeliveryDetail: {
            /** @description The newest first. */
            attempts: components["schemas"]["WebhookDelivery"][];
            /** @description The event as it would be sent now: its data comes from the current records, without erased data. Absent for test events, and when the event is not kept any more. */
            event?: Record<string, never>;
        };
        ExportRun: {
            id: string;
            exportId: string;
            /** @enum {string} */
            trigger: "schedule" | "request" | "redrive";
            redriveOf?: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** Format: date-time */
            startedTime: string;
            /** Format: date-time */
            finishedTime?: string;
            /** @description Position of the run, from which it continues. Null before it starts. */
            position: string | null;
            progress: number;
            counts: {
                read: number;
                sent: number;
                accepted: number;
                /** @description By reason: noConsent, private, deleted, and the reasons of the platform. */
                skipped: {
                    [key: string]: number;
                };
                failed: number;
            };
            /** @description Why the run waits or failed. */
            reason?: string;
            /** @description Path within the data directory. */
            file?: string;
            /**
             * Format: date-time
             * @description When the file was deleted because the tenant's files exceeded their limit.
             */
            fileRemovedTime?: string;
        };
        ExportRuns: {
            runs: components["schemas"]["ExportRun"][];
        };
        ExportRunDetail: {
            id: string;
            exportId: string;
            /** @enum {string} */
            trigger: "schedule" | "request" | "redrive";
            redriveOf?: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** Format: date-time */
            startedTime: string;
            /** Format: date-time */
            finishedTime?: string;
            /** @description Position of the run, from which it continues. Null before it starts. */
            position: string | null;
            progress: number;
            counts: {
                read: number;
                sent: number;
                accepted: number;
                /** @description By reason: noConsent, private, deleted, and the reasons of the platform. */
                skipped: {
                    [key: string]: number;
                };
                failed: number;
            };
            /** @description Why the run waits or failed. */
            reason?: string;
            /** @description Path within the data directory. */
            file?: string;
            /**
             * Format: date-time
             * @description When the file was deleted because the tenant's files exceeded their limit.
             */
            fileRemovedTime?: string;
            /** @description A page of the records that the platform rejected. */
            rejected: {
                id: string;
                reason: string;
                /** Format: date-time */
                time: string;
                type: string;
                change?: string;
                what?: string;
                withdrawn?: boolean;
                customerId?: string;
                wishlistId?: string;
                itemId?: string;
            }[];
            /** @description Number of the first rejected record of the next page. */
            nextRejected?: number;
        };
        CreateExportRequest: {
            name: string;
            /** @description Target of the export. Secrets are shown as ***. A request that sends *** back keeps them, unless it changes the address. */
            connector: {
                /** @constant */
                type: "braze";
                /** @description REST endpoint of the instance, such as https://rest.iad-01.braze.com. */
                baseUrl: string;
                /** @description A REST key with users.track. */
                apiKey: string;
                /** @description Maximum number of objects per request, for plans that allow fewer than 75. */
                objects?: number;
                /** @description Names of events that replace the default names. */
                eventNames?: {
                    added?: string;
                    updated?: string;
                    purchased?: string;
                    removed?: string;
                    wishlistRemoved?: string;
                    withdrawn?: string;
                };
            } | {
                /** @constant */
                type: "klaviyo";
                /** @description https://a.klaviyo.com by default. */
                baseUrl?: string;
                /** @description A private key with events:write. */
                apiKey: string;
                /** @description Revision of Klaviyo's API; 2026-01-15 by default. */
                revision?: string;
                /** @description Names of events that replace the default names. */
                eventNames?: {
                    added?: string;
                    updated?: string;
                    purchased?: string;
                    removed?: string;
                    wishlistRemoved?: string;
                    withdrawn?: string;
                };
            } | {
                /** @constant */
                type: "s3";
                /**
                 * @description ndjson by default.
                 * @enum {string}
                 */
                format?: "ndjson" | "csv";
                gzip?: boolean;
                /** @description Address of the S3 store; the address of Amazon's region by default. */
                baseUrl?: string;
                /** @description us-east-1 by default. */
                region?: string;
                bucket: string;
                /** @description Folder of the objects, without a slash at its end. */
                prefix?: string;
                /** @description Whether the bucket is in the path, not in the host name; true by default if baseUrl is given. */
                pathStyle?: boolean;
                accessKeyId: string;
                secretAccessKey: string;
            } | {
                /** @constant */
                type: "segment";
                /** @description https://api.segment.io by default; workspaces in the EU have https://events.eu1.segmentapis.com. */
                baseUrl?: string;
                /** @description Write key of an HTTP API source. */
                writeKey: string;
            } | {
                /** @constant */
                type: "webhook";
                url: string;
                /** @description Key of the signatures: whsec_ and 24 to 64 bytes as base64. If it is absent, one is generated and shown once. */
                secret?: string;
                /** @description Maximum number of records in a message; 100 by default. */
                batchSize?: number;
            } | {
                /** @constant */
                type: "file";
                /**
                 * @description ndjson by default.
                 * @enum {string}
                 */
                format?: "ndjson" | "csv";
                gzip?: boolean;
            };
            /** @enum {string} */
            mode: "changed" | "full";
            schedule?: {
                /** @description Five fields, or six with seconds first. */
                cron: string;
                /** @description Such as Europe/Berlin. */
                timezone: string;
            } | null;
            /** @description Types of changes of items, or prefixes that end in *; absent for all. Deletions are always exported. */
            events?: string[] | null;
            /** @description Ids or references of wishlists; absent for all. */
            lists?: string[] | null;
            /** @description Fields of the output by their names, each with its path in a record, such as item.product.productRef. */
            mapping?: {
                [key: string]: string;
            } | null;
            /** @description The text "true" or "false" is also accepted. */
            includePrivate?: boolean;
            /** @description The text "true" or "false" is also accepted. */
            onlyConsenting?: boolean;
            /** @description The text "true" or "false" is also accepted. */
            enabled?: boolean;
        };
        Export: {
            id: string;
            name: string;
            connector: {
                type: string;
            } & {
                [key: string]: unknown;
            };
            schedule?: {
                /** @description Five fields, or six with seconds first. */
                cron: string;
                /** @description Such as Europe/Berlin. */
                timezone: string;
            };
            /** @enum {string} */
            mode: "changed" | "full";
            /** @description Types of changes of items, or prefixes that end in *; absent for all. Deletions are always exported. */
            events?: string[];
            /** @description Ids or references of wishlists; absent for all. */
            lists?: string[];
            /** @description Fields of the output by their names, each with its path in a record, such as item.product.productRef. */
            mapping?: {
                [key: string]: string;
            };
            /** @description Export private wishlists too. */
            includePrivate: boolean;
            /** @description Export only customers who accept marketing and have an opt-in level. */
            onlyConsenting: boolean;
            /** @description Whether the schedule is active. */
            enabled: boolean;
            /** Format: date-time */
            nextRunTime?: string;
            /** @description The active run. */
            activeRun?: string;
            /** @description Scheduled runs that were skipped because a run was active. */
            skippedRuns: number;
            /** Format: date-time */
            createdTime: string;
            /** Format: date-time */
            modifiedTime: string;
        };
        Exports: {
            exports: components["schemas"]["Export"][];
        };
        UpdateExportRequest: {
            name?: string;
            /** @description Target of the export. Secrets are shown as ***. A request that sends *** back keeps them, unless it changes the address. */
            connector?: {
                /** @constant */
                type: "braze";
                /** @description REST endpoint of the instance, such as https://rest.iad-01.braze.com. */
                baseUrl: string;
                /** @description A REST key with users.track. */
                apiKey: string;
                /** @description Maximum number of objects per request, for plans that allow fewer than 75. */
                objects?: number;
                /** @description Names of events that replace the default names. */
                eventNames?: {
                    added?: string;
                    updated?: string;
                    purchased?: string;
                    removed?: string;
                    wishlistRemoved?: string;
                    withdrawn?: string;
                };
            } | {
                /** @constant */
                type: "klaviyo";
                /** @description https://a.klaviyo.com by default. */
                baseUrl?: string;
                /** @description A private key with events:write. */
                apiKey: string;
                /** @description Revision of Klaviyo's API; 2026-01-15 by default. */
                revision?: string;
                /** @description Names of events that replace the default names. */
                eventNames?: {
                    added?: string;
                    updated?: string;
                    purchased?: string;
                    removed?: string;
                    wishlistRemoved?: string;
                    withdrawn?: string;
                };
            } | {
                /** @constant */
                type: "s3";
                /**
                 * @description ndjson by default.
                 * @enum {string}
                 */
                format?: "ndjson" | "csv";
                gzip?: boolean;
                /** @description Address of the S3 store; the address of Amazon's region by default. */
                baseUrl?: string;
                /** @description us-east-1 by default. */
                region?: string;
                bucket: string;
                /** @description Folder of the objects, without a slash at its end. */
                prefix?: string;
                /** @description Whether the bucket is in the path, not in the host name; true by default if baseUrl is given. */
                pathStyle?: boolean;
                accessKeyId: string;
                secretAccessKey: string;
            } | {
                /** @constant */
                type: "segment";
                /** @description https://api.segment.io by default; workspaces in the EU have https://events.eu1.segmentapis.com. */
                baseUrl?: string;
                /** @description Write key of an HTTP API source. */
                writeKey: string;
            } | {
                /** @constant */
                type: "webhook";
                url: string;
                /** @description Key of the signatures: whsec_ and 24 to 64 bytes as base64. If it is absent, one is generated and shown once. */
                secret?: string;
                /** @description Maximum number of records in a message; 100 by default. */
                batchSize?: number;
            } | {
                /** @constant */
                type: "file";
                /**
                 * @description ndjson by default.
                 * @enum {string}
                 */
                format?: "ndjson" | "csv";
                gzip?: boolean;
            };
            /** @enum {string} */
            mode?: "changed" | "full";
            schedule?: {
                /** @description Five fields, or six with seconds first. */
                cron: string;
                /** @description Such as Europe/Berlin. */
                timezone: string;
            } | null;
            /** @description Types of changes of items, or prefixes that end in *; absent for all. Deletions are always exported. */
            events?: string[] | null;
            /** @description Ids or references of wishlists; absent for all. */
            lists?: string[] | null;
            /** @description Fields of the output by their names, each with its path in a record, such as item.product.productRef. */
            mapping?: {
                [key: string]: string;
            } | null;
            /** @description The text "true" or "false" is also accepted. */
            includePrivate?: boolean;
            /** @description The text "true" or "false" is also accepted. */
            onlyConsenting?: boolean;
            /** @description The text "true" or "false" is also accepted. */
            enabled?: boolean;
        };
        /** @description A person by one or more names; at least one is required. */
        PersonalDataRequest: {
            /** @description A whole number or a Shopify global id is also accepted. */
            customerId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            customerRef?: string | null;
            /** Format: email */
            email?: string | null;
            phone?: string | null;
            /** @description `cursor` of the previous page; absent for the first page. */
            cursor?: string | null;
        };
        StoredRecord: {
            [key: string]: unknown;
        };
        PersonalData: {
            /** Format: date-time */
            time: string;
            customerIds: string[];
            /** @description Stored data of the person, by kind. */
            data: {
                customers: components["schemas"]["StoredRecord"][];
                references: components["schemas"]["StoredRecord"][];
                wishlists: components["schemas"]["StoredRecord"][];
                items: components["schemas"]["StoredRecord"][];
                shares: components["schemas"]["StoredRecord"][];
                claims: components["schemas"]["StoredRecord"][];
                orders: components["schemas"]["StoredRecord"][];
                purchases: components["schemas"]["StoredRecord"][];
                alerts: components["schemas"]["StoredRecord"][];
                deliveries: components["schemas"]["StoredRecord"][];
                deadLetters: components["schemas"]["StoredRecord"][];
            } & {
                [key: string]: components["schemas"]["StoredRecord"][];
            };
            /** @description Cursor of the next page. Absent on the last page. */
            cursor?: string;
        };
        /** @description A person by one or more names; at least one is required. */
        Person: {
            /** @description A whole number or a Shopify global id is also accepted. */
            customerId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            customerRef?: string | null;
            /** Format: email */
            email?: string | null;
            phone?: string | null;
        };
        ErasureReceipt: {
            id: string;
            /** Format: date-time */
            time: string;
            customerIds: string[];
            /** @description Records by kind. */
            erased: {
                [key: string]: number;
            };
            /** @description This receipt as a JWS, signed with the key of the tenant's tokens. */
            proof: string;
        };
        PrivacyRequests: {
            requests: {
                id: string;
                /** @enum {string} */
                kind: "export" | "erasure" | "data_request" | "store_erasure_requested" | "store_erasure_cancelled" | "store_erasure";
                /** @enum {string} */
                source: "api" | "shopify" | "operator";
                /** Format: date-time */
                time: string;
                customerIds: string[];
                /** @description Records by kind. */
                erased?: {
                    [key: string]: number;
                };
            }[];
        };
        MostWished: {
            period: {
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                timezone?: string;
            };
            rows: {
                productRef?: string;
                productId?: string;
                variantRef?: string;
                variantId?: string;
                title?: string;
                variantTitle?: string;
                sku?: string;
                /** @description Added in the period. */
                wishes: number;
                /** @description Removed in the period: from their wishlist, after a purchase, or with the wishlist. */
                removed: number;
                /** @description Added in the period, and neither purchased nor removed since. */
                standing: number;
            }[];
        };
        UnmetDemand: {
            period: {
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                timezone?: string;
            };
            rows: {
                productRef?: string;
                productId?: string;
                variantRef?: string;
                variantId?: string;
                title?: string;
                variantTitle?: string;
                sku?: string;
                /** @description Wishes of the period that are still open; a wish is one unit. */
                units: number;
                /** @description Current units in stock, zero or less. */
                available: number;
                /** @description Current price of one unit. */
                price?: string;
                /** @description Units times price. */
                amount?: string;
                currency?: string;
            }[];
        };
        Conversions: {
            period: {
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                timezone?: string;
            };
            rows: {
                /**
                 * Format: date
                 * @description With by=day.
                 */
                day?: string;
                productRef?: string;
                productId?: string;
                variantRef?: string;
                variantId?: string;
                title?: string;
                variantTitle?: string;
                sku?: string;
                /** @description Wishes that were purchased in the period, without cancelled and refunded purchases. */
                purchases: number;
                /** @description Purchased units. */
                units: number;
                /** @description Revenue of these units, by the prices of the orders. */
                revenue?: string;
                currency?: string;
                /** @description Days from wish to purchase, with one decimal. */
                averageDays: number;
            }[];
        };
        Activity: {
            period: {
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                timezone?: string;
            };
            rows: {
                /** Format: date */
                day: string;
                /** @description Added wishes. */
                added: number;
                /** @description Removed wishes. */
                removed: number;
                /** @description Wishes bought. */
                purchased: number;
                /** @description Not by location. */
                wishlistsCreated?: number;
                /** @description Not by location. */
                wishlistsDeleted?: number;
                /** @description Not by location. */
                backInStockAlerts?: number;
                /** @description Not by location. */
                registerInterestAlerts?: number;
                /** @description Not by location. */
                priceDropAlerts?: number;
                /** @description Not by location. */
                lowStockAlerts?: number;
            }[];
        };
        GuestFigures: {
            /** @description Wishlists of guests that can be used. */
            wishlists: number;
            /** @description Wishlists that customers have claimed and are about to get; mostly none. */
            openClaims: number;
            /** @description Days after which an unused wishlist of a guest is deleted. */
            guestDays: number;
            /**
             * Format: date-time
             * @description No wishlist of a guest is deleted as unused before this time. Absent if there are none.
             */
            nextLapse?: string;
        };
        AuditEntry: {
            id: string;
            /** Format: date-time */
            time: string;
            actor: {
                /** @enum {string} */
                kind: "client" | "owner" | "operator";
                /** @description Id of the client or owner; user of the operator's machine. */
                id: string;
            };
            /** @description Name of the API's operation, or the operator's command. */
            action: string;
            /** @description Absent if it concerns the whole tenant. */
            store?: string;
            /** @description What it was done to. */
            target?: {
                [key: string]: string;
            };
            /** @description Names of the members of the body, or of the options of the command. */
            members?: string[];
            /** @description Settings that are switches or numbers, before and after. */
            changes?: {
                /** @description Name of the setting, such as `alerts.holdSeconds`. */
                member: string;
                before: number | boolean;
                /** @description Null where the setting goes back to what it is without a value of its own. */
                after: number | boolean | null;
            }[];
            requestId?: string;
            /**
             * @description Absent while the action runs, and if its process ended before the action did.
             * @enum {string}
             */
            outcome?: "done" | "refused" | "failed";
        };
        AuditEntries: {
            entries: components["schemas"]["AuditEntry"][];
            /** @description Cursor of the next page; absent on the last page. */
            cursor?: string;
        };
        Settings: {
            /** @description Remove purchased items from their wishlist. */
            removePurchased: boolean;
            /** @description The same variant may be on a wishlist more than once. */
            allowDuplicateVariants: boolean;
            /**
             * Format: iso-4217
             * @description Currency of prices whose feed has none, such as Shopify's products.
             */
            currency: string | null;
            alerts: {
                /** @description The text "true" or "false" is also accepted. */
                backInStock: boolean;
                /** @description The text "true" or "false" is also accepted. */
                registerInterest: boolean;
                /** @description The text "true" or "false" is also accepted. */
                priceDrop: boolean;
                /** @description The text "true" or "false" is also accepted. */
                lowStock: boolean;
                /** @description Units from which a variant counts as in stock. */
                threshold: number;
                lowStockThreshold: number;
                /** @description How long a variant must stay in stock before customers are alerted. */
                holdSeconds: number;
                /** @description Customers that one wave alerts, per unit in stock. */
                waveMultiple: number;
                /** @description Time between two waves. */
                waveSeconds: number;
                priceDropPercent: number;
                priceDropAmount: number;
                /** @description How far a price must fall below the lowest price that a customer was alerted about, in percent, for another alert. */
                minStepPercent: number;
                /** @description Also send alerts by e-mail, if the operator has a mail server. The text "true" or "false" is also accepted. */
                email: boolean;
            };
            mail: {
                /** @description Name of the shop and of the sender, without angle brackets and direction marks. */
                shopName: string | null;
                /** @description Link of the shop's name. */
                shopUrl: string | null;
                /**
                 * Format: email
                 * @description Address for customers' answers.
                 */
                replyTo: string | null;
                /** @description How long a customer's alerts are collected for one message. */
                collectSeconds: number;
                /**
                 * @description Language of the messages, and format of prices and numbers.
                 * @enum {string}
                 */
                language: "en" | "de" | "fr" | "es";
                /** @description The tenant's own texts in place of the language's, at most 4096 bytes as JSON. They replace the earlier ones; null restores the language's texts. */
                texts: {
                    /** @description Without placeholders. */
                    backInStock?: string;
                    /** @description Without placeholders. */
                    registerInterest?: string;
                    /** @description Without placeholders. */
                    priceDrop?: string;
                    /** @description With {count}. */
                    lowStock?: string;
                    /** @description Without placeholders. */
                    fewLeft?: string;
                    /** @description With {headline}, {title}. */
                    subject?: string;
                    /** @description With {headline}, {title}. */
                    subjectAndOne?: string;
                    /** @description With {headline}, {title}, {count}. */
                    subjectAndMore?: string;
                    /** @description With {count}. */
                    subjectMixed?: string;
                    /** @description Without placeholders. */
                    introOne?: string;
                    /** @description With {count}. */
                    introMany?: string;
                    /** @description With {price}. */
                    previousPrice?: string;
                    /** @description Without placeholders. */
                    view?: string;
                    /** @description Without placeholders. */
                    oneMore?: string;
                    /** @description With {count}. */
                    more?: string;
                    /** @description Without placeholders. */
                    reason?: string;
                    /** @description Without placeholders. */
                    unsubscribe?: string;
                    /** @description Without placeholders. */
                    unsubscribeBy?: string;
                } | null;
            };
            sharing: {
                /** @description Name of the shop on the pages of shared wishlists; null for the shopName of e-mail. */
                displayName: string | null;
                /** @description Colour of the shop on these pages, as #rrggbb. Text on it is black or white. */
                color: string | null;
                /** @description The same in the dark theme; null for the same colour. */
                darkColor: string | null;
            };
            /** @description Where each setting comes from: the service's default, the tenant, or the store. */
            sources: {
                /** @enum {string} */
                removePurchased: "default" | "tenant" | "store";
                /** @enum {string} */
                allowDuplicateVariants: "default" | "tenant" | "store";
                /** @enum {string} */
                currency: "default" | "tenant" | "store";
                alerts: {
                    /** @enum {string} */
                    backInStock: "default" | "tenant" | "store";
                    /** @enum {string} */
                    registerInterest: "default" | "tenant" | "store";
                    /** @enum {string} */
                    priceDrop: "default" | "tenant" | "store";
                    /** @enum {string} */
                    lowStock: "default" | "tenant" | "store";
                    /** @enum {string} */
                    threshold: "default" | "tenant" | "store";
                    /** @enum {string} */
                    lowStockThreshold: "default" | "tenant" | "store";
                    /** @enum {string} */
                    holdSeconds: "default" | "tenant" | "store";
                    /** @enum {string} */
                    waveMultiple: "default" | "tenant" | "store";
                    /** @enum {string} */
                    waveSeconds: "default" | "tenant" | "store";
                    /** @enum {string} */
                    priceDropPercent: "default" | "tenant" | "store";
                    /** @enum {string} */
                    priceDropAmount: "default" | "tenant" | "store";
                    /** @enum {string} */
                    minStepPercent: "default" | "tenant" | "store";
                    /** @enum {string} */
                    email: "default" | "tenant" | "store";
                };
                mail: {
                    /** @enum {string} */
                    shopName: "default" | "tenant" | "store";
                    /** @enum {string} */
                    shopUrl: "default" | "tenant" | "store";
                    /** @enum {string} */
                    replyTo: "default" | "tenant" | "store";
                    /** @enum {string} */
                    collectSeconds: "default" | "tenant" | "store";
                    /** @enum {string} */
                    language: "default" | "tenant" | "store";
                    /** @enum {string} */
                    texts: "default" | "tenant" | "store";
                };
                sharing: {
                    /** @enum {string} */
                    displayName: "default" | "tenant" | "store";
                    /** @enum {string} */
                    color: "default" | "tenant" | "store";
                    /** @enum {string} */
                    darkColor: "default" | "tenant" | "store";
                };
            };
        };
        UpdateSettingsRequest: {
            /** @description The text "true" or "false" is also accepted. */
            removePurchased?: boolean | null;
            /** @description The text "true" or "false" is also accepted. */
            allowDuplicateVariants?: boolean | null;
            /**
             * Format: iso-4217
             * @description Currency of prices whose feed has none, such as Shopify's products.
             */
            currency?: string | null;
            alerts?: {
                /** @description The text "true" or "false" is also accepted. */
                backInStock?: boolean | null;
                /** @description The text "true" or "false" is also accepted. */
                registerInterest?: boolean | null;
                /** @description The text "true" or "false" is also accepted. */
                priceDrop?: boolean | null;
                /** @description The text "true" or "false" is also accepted. */
                lowStock?: boolean | null;
                /** @description Units from which a variant counts as in stock. */
                threshold?: number | null;
                lowStockThreshold?: number | null;
                /** @description How long a variant must stay in stock before customers are alerted. */
                holdSeconds?: number | null;
                /** @description Customers that one wave alerts, per unit in stock. */
                waveMultiple?: number | null;
                /** @description Time between two waves. */
                waveSeconds?: number | null;
                priceDropPercent?: number | null;
                priceDropAmount?: number | null;
                /** @description How far a price must fall below the lowest price that a customer was alerted about, in percent, for another alert. */
                minStepPercent?: number | null;
                /** @description Also send alerts by e-mail, if the operator has a mail server. The text "true" or "false" is also accepted. */
                email?: boolean | null;
            };
            mail?: {
                /** @description Name of the shop and of the sender, without angle brackets and direction marks. */
                shopName?: string | null;
                /** @description Link of the shop's name. */
                shopUrl?: string | null;
                /**
                 * Format: email
                 * @description Address for customers' answers.
                 */
                replyTo?: string | null;
                /** @description How long a customer's alerts are collected for one message. */
                collectSeconds?: number | null;
                /**
                 * @description Language of the messages, and format of prices and numbers.
                 * @enum {string|null}
                 */
                language?: "en" | "de" | "fr" | "es" | null;
                /** @description The tenant's own texts in place of the language's, at most 4096 bytes as JSON. They replace the earlier ones; null restores the language's texts. */
                texts?: {
                    /** @description Without placeholders. */
                    backInStock?: string;
                    /** @description Without placeholders. */
                    registerInterest?: string;
                    /** @description Without placeholders. */
                    priceDrop?: string;
                    /** @description With {count}. */
                    lowStock?: string;
                    /** @description Without placeholders. */
                    fewLeft?: string;
                    /** @description With {headline}, {title}. */
                    subject?: string;
                    /** @description With {headline}, {title}. */
                    subjectAndOne?: string;
                    /** @description With {headline}, {title}, {count}. */
                    subjectAndMore?: string;
                    /** @description With {count}. */
                    subjectMixed?: string;
                    /** @description Without placeholders. */
                    introOne?: string;
                    /** @description With {count}. */
                    introMany?: string;
                    /** @description With {price}. */
                    previousPrice?: string;
                    /** @description Without placeholders. */
                    view?: string;
                    /** @description Without placeholders. */
                    oneMore?: string;
                    /** @description With {count}. */
                    more?: string;
                    /** @description Without placeholders. */
                    reason?: string;
                    /** @description Without placeholders. */
                    unsubscribe?: string;
                    /** @description Without placeholders. */
                    unsubscribeBy?: string;
                } | null;
            };
            sharing?: {
                /** @description Name of the shop on the pages of shared wishlists; null for the shopName of e-mail. */
                displayName?: string | null;
                /** @description Colour of the shop on these pages, as #rrggbb. Text on it is black or white. */
                color?: string | null;
                /** @description The same in the dark theme; null for the same colour. */
                darkColor?: string | null;
            };
        };
        Client: {
            clientId: string;
            store: string;
            scopes: ("wishlists:read" | "wishlists:write" | "customers:read" | "customers:write" | "catalogue:read" | "catalogue:write" | "orders:read" | "orders:write" | "events:read" | "events:write" | "reports:read" | "exports:read" | "exports:write" | "exports:personal" | "settings:read" | "settings:write" | "clients:read" | "clients:write" | "privacy:read" | "privacy:write" | "audit:read" | "tokens:exchange")[];
            disabled: boolean;
            /** @description Secrets that are valid; two while an older one is. */
            secrets: number;
            /** Format: date-time */
            createdTime: string;
        };
        Clients: {
            clients: components["schemas"]["Client"][];
            /** @description Stores of these clients, and the default store. */
            stores: string[];
        };
        CreateClientRequest: {
            scopes: ("wishlists:read" | "wishlists:write" | "customers:read" | "customers:write" | "catalogue:read" | "catalogue:write" | "orders:read" | "orders:write" | "events:read" | "events:write" | "reports:read" | "exports:read" | "exports:write" | "exports:personal" | "settings:read" | "settings:write" | "clients:read" | "clients:write" | "privacy:read" | "privacy:write" | "audit:read" | "tokens:exchange")[];
            /** @description Store that the client is bound to; the caller's when absent. A new name makes a new store. */
            store?: string;
        };
        ClientWithSecret: {
            clientId: string;
            store: string;
            scopes: ("wishlists:read" | "wishlists:write" | "customers:read" | "customers:write" | "catalogue:read" | "catalogue:write" | "orders:read" | "orders:write" | "events:read" | "events:write" | "reports:read" | "exports:read" | "exports:write" | "exports:personal" | "settings:read" | "settings:write" | "clients:read" | "clients:write" | "privacy:read" | "privacy:write" | "audit:read" | "tokens:exchange")[];
            disabled: boolean;
            /** @description Secrets that are valid; two while an older one is. */
            secrets: number;
            /** Format: date-time */
            createdTime: string;
            /** @description Shown only in this answer. */
            clientSecret: string;
        };
        UpdateClientRequest: {
            scopes?: ("wishlists:read" | "wishlists:write" | "customers:read" | "customers:write" | "catalogue:read" | "catalogue:write" | "orders:read" | "orders:write" | "events:read" | "events:write" | "reports:read" | "exports:read" | "exports:write" | "exports:personal" | "settings:read" | "settings:write" | "clients:read" | "clients:write" | "privacy:read" | "privacy:write" | "audit:read" | "tokens:exchange")[];
            /** @description The text "true" or "false" is also accepted. */
            disabled?: boolean;
        };
        RotateClientSecretRequest: {
            /**
             * @description How long the present secret stays valid.
             * @default 86400
             */
            overlapSeconds: number;
        };
        IssueTokenRequest: {
            /** @enum {string} */
            grant_type: "client_credentials" | "urn:ietf:params:oauth:grant-type:token-exchange";
            client_id?: string;
            client_secret?: string;
            /** @description Scopes, separated by spaces; absent for all scopes of the client. Of a token exchange: shopper, or absent. */
            scope?: string;
            /** @description Of a token exchange: the id or the reference of the customer, or the token of the guest. */
            subject_token?: string;
            /** @enum {string} */
            subject_token_type?: "urn:wishlist-service:token-type:customer-id" | "urn:wishlist-service:token-type:customer-ref" | "urn:wishlist-service:token-type:guest-token";
            /** @description Of a token exchange: that of an access token, or absent. */
            requested_token_type?: string;
        };
        Token: {
            access_token: string;
            /** @description Seconds. */
            expires_in: number;
            /** @description 0: client credentials get no refresh token. */
            refresh_expires_in: number;
            /** @description Of a token exchange: the type of an access token. */
            issued_token_type?: string;
            /** @constant */
            token_type: "Bearer";
            /** @description When tokens were last revoked, in seconds since 1970; 0 if never. */
            "not-before-policy": number;
            scope: string;
        };
        OAuthError: {
            error: string;
            error_description?: string;
        };
        SdkUpdateWishlistByIdRequest: {
            /** @description A whole number or a Shopify global id is also accepted. */
            id?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            customerId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            customerRef?: string | null;
            name?: string;
            /** @description Useful in social shopping. */
            description?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistRef?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            isPrivate?: boolean | null;
            /** @description The text "true" or "false" is also accepted. */
            isDefault?: boolean | null;
            attributeGroups?: components["schemas"]["AttributeGroups"] | null;
        };
        SdkUpdateWishlistByRefRequest: {
            /** @description A whole number or a Shopify global id is also accepted. */
            id?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            customerId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            customerRef?: string | null;
            name?: string;
            /** @description Useful in social shopping. */
            description?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistRef?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            isPrivate?: boolean | null;
            /** @description The text "true" or "false" is also accepted. */
            isDefault?: boolean | null;
            attributeGroups?: components["schemas"]["AttributeGroups"] | null;
        };
        SdkUpdateItemRequest: {
            /** @description A whole number or a Shopify global id is also accepted. */
            id?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistRef?: string | null;
            product?: components["schemas"]["WishedVariantChange"];
            /** @description A whole number or a Shopify global id is also accepted. */
            wishlistItemRef?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            addedFromCart?: boolean | null;
            /** @description A shopper's token cannot change it. The text "true" or "false" is also accepted. */
            addedByStaff?: boolean | null;
            /** @description A shopper's token cannot change it. A whole number or a Shopify global id is also accepted. */
            staffRef?: string | null;
            /** @description A shopper's token cannot change it. A whole number or a Shopify global id is also accepted. */
            locationRef?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            disableNotification?: boolean | null;
            /** @description The text "true" or "false" is also accepted. */
            prerelease?: boolean | null;
            /** @description A shopper's token cannot change it. The text "true" or "false" is also accepted. */
            purchasedAndRemoved?: boolean | null;
            /** @description The text "true" or "false" is also accepted. */
            notifyMe?: boolean | null;
            /** @description Units that are wanted; 1 if absent. Orders fulfil them part by part. */
            quantity?: number | null;
            /** @description From 1 to 5; sorting is up to the shop. */
            priority?: number | null;
            /** @description The shopper's own words. */
            note?: string | null;
            attributeGroups?: components["schemas"]["AttributeGroups"] | null;
        };
        SdkCustomerRecord: {
            /** @description The service's id. */
            id: string;
            /** @description The retailer's reference, if it gave one. */
            customerRef?: string;
            /** @description A whole number or a Shopify global id is also accepted. */
            alternateCustomerRef?: string | null;
            attributeGroups?: components["schemas"]["AttributeGroups"] | null;
            dob?: string | null;
            /** Format: email */
            email?: string | null;
            firstName?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            joinedStoreId?: string | null;
            lastName?: string | null;
            loyaltyTier?: string | null;
            memberSince?: string | null;
            /** @description In any format; not unique. */
            mobile?: string | null;
            spendToNextTier?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            vipStatus?: boolean | null;
            /** @description Unique where it is in E.164 format; any other number is only kept. */
            phone?: string | null;
            addresses?: components["schemas"]["SdkAddress"][] | null;
            optin_preferences?: components["schemas"]["OptInPreferences"] | null;
            active: boolean;
            deleted: boolean;
            accepts_marketing: boolean;
            /** Format: date-time */
            createdDate: string;
            customer_state: string;
            /** Format: date-time */
            lastModifiedDate: string;
            lastOrderRef?: string;
            taxExempt: boolean;
            taxExemptions: string[];
            totalOrders: number;
            totalSpend: number;
            verified_email: boolean;
        };
        SdkCustomer: {
            /** @description A whole number or a Shopify global id is also accepted. */
            id?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            customerRef?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            alternateCustomerRef?: string | null;
            attributeGroups?: components["schemas"]["AttributeGroups"] | null;
            dob?: string | null;
            /** Format: email */
            email?: string | null;
            firstName?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            joinedStoreId?: string | null;
            lastName?: string | null;
            loyaltyTier?: string | null;
            memberSince?: string | null;
            /** @description In any format; not unique. */
            mobile?: string | null;
            spendToNextTier?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            vipStatus?: boolean | null;
            /** @description Unique where it is in E.164 format; any other number is only kept. */
            phone?: string | null;
            addresses?: components["schemas"]["SdkAddress"][] | null;
            optin_preferences?: components["schemas"]["OptInPreferences"] | null;
        };
        SdkUploadCustomersRequest: components["schemas"]["SdkCustomer"][];
        SdkUploadedCustomers: {
            /** @description One per customer of the request, in its order. */
            customers: {
                id?: string;
                customerRef?: string;
                status: "created" | "updated" | "rejected";
                error?: {
                    code: string;
                    detail: string;
                    errors?: {
                        path: string;
                        message: string;
                    }[];
                };
            }[];
        };
    };
    responses: {
        /** @description A query parameter or header is invalid. */
        Problem400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A valid access token is needed. */
        Problem401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The tenant is another one, suspended, or lacks the scope. */
        Problem403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such resource. */
        Problem404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests; see Retry-After. */
        Problem429: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There are too many header fields, or they are too large. */
        Problem431: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Something went wrong on our side. */
        Problem500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service is unavailable; nothing was changed. See Retry-After. */
        Problem503: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A query parameter or header is invalid. The body is not JSON. The body breaks a rule. A reference is taken. */
        Problem400_2: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The first request with this Idempotency-Key is still running. */
        Problem409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than 1 MiB. */
        Problem413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON by its type, or encoded. */
        Problem415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The Idempotency-Key was used for another request. */
        Problem422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON. The body breaks a rule. A reference is taken. */
        Problem405: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description If-Match does not match the current version. */
        Problem412: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A query parameter or header is invalid. The body is not JSON. */
        Problem400_3: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body breaks a rule. A reference is taken. */
        Problem405_2: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A query parameter or header is invalid. The body is not JSON. The body breaks a rule. */
        Problem400_4: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The first request with this Idempotency-Key is still running. A reference is taken. */
        Problem409_2: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body has another type, or an encoding that is not gzip. */
        Problem415_2: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    sdkGetCustomersWithFlag: {
        parameters: {
            query?: {
                /** @description All variants of this product that the catalogue has. */
                productRef?: string;
                /** @description This variant. Together with productRef it need not be in the catalogue. */
                variantRef?: string;
                /** @description true for notifyMe. Either notifyMe or preRelease is needed. */
                notifyMe?: boolean;
                /** @description true for prerelease. Either notifyMe or preRelease is needed. */
                preRelease?: boolean;
                /** @description Entries of the page; above 50 counts as 50. */
                pageSize?: number;
                /** @description Only entries with an id greater than this one are returned. */
                lastItemId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of customers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "customerCount": 1,
                     *       "lastEvaluatedItemId": "1~1795441736874~w1m84anex0000n78ys.12",
                     *       "customers": [
                     *         {
                     *           "id": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *           "customerRef": "c-1001",
                     *           "email": "ada@shop.example",
                     *           "firstName": "Ada",
                     *           "lastName": "Lovelace",
                     *           "phone": "+493012345678",
                     *           "accepts_marketing": true,
                     *           "createdDate": "2026-11-23T13:48:56.472Z",
                     *           "customer_state": "disabled",
                     *           "lastModifiedDate": "2026-11-23T13:48:56.545Z",
                     *           "taxExempt": false,
                     *           "taxExemptions": [],
                     *           "totalOrders": 0,
                     *           "totalSpend": 0,
                     *           "verified_email": false,
                     *           "active": true,
                     *           "deleted": false,
                     *           "addresses": [],
                     *           "optin_preferences": {
                     *             "email": {
                     *               "opt_in_active": true,
                     *               "opt_in_level": "confirmed_opt_in",
                     *               "opt_in_updated_at": "2026-11-23T13:48:56.472Z",
                     *               "opted_in_at": "2026-11-23T13:48:56.472Z"
                     *             },
                     *             "sms": {
                     *               "opt_in_active": false
                     *             }
                     *           },
                     *           "wishlistItemIds": [
                     *             "w1m84anex0000n78ys.12"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FlaggedCustomers"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkResetFlag: {
        parameters: {
            query?: {
                /** @description All variants of this product that the catalogue has. */
                productRef?: string;
                /** @description This variant. Together with productRef it need not be in the catalogue. */
                variantRef?: string;
                /** @description true for notifyMe. Either notifyMe or preRelease is needed. */
                notifyMe?: boolean;
                /** @description true for prerelease. Either notifyMe or preRelease is needed. */
                preRelease?: boolean;
            };
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["SdkResetFlagRequest"];
            };
        };
        responses: {
            /** @description All wishes are reset. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3ae2f1591640407c5d6257fe",
                     *       "flag": "notifyMe",
                     *       "status": "finished",
                     *       "count": 2,
                     *       "startedTime": "2026-11-23T13:48:57.998Z",
                     *       "finishedTime": "2026-11-23T13:48:58.005Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FlagReset"];
                };
            };
            /** @description A job resets the rest. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlagReset"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkGetFlagReset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the reset. */
                resetId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reset. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3ae2f1591640407c5d6257fe",
                     *       "flag": "notifyMe",
                     *       "status": "finished",
                     *       "count": 2,
                     *       "startedTime": "2026-11-23T13:48:57.998Z",
                     *       "finishedTime": "2026-11-23T13:48:58.005Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FlagReset"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkGetItemPopularity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "productRef": "tent"
                 *       },
                 *       {
                 *         "variantRef": "tent-3"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["SdkGetItemPopularityRequest"];
            };
        };
        responses: {
            /** @description A count for each entry, in its order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "productRef": "tent",
                     *         "count": 3
                     *       },
                     *       {
                     *         "variantRef": "tent-3",
                     *         "count": 2
                     *       }
                     *     ]
                     */
                    "application/json": {
                        /** @description The reference, where it was sent as text. */
                        ref?: string;
                        productRef?: string;
                        variantRef?: string;
                        count: number;
                    }[];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getWishlist: {
        parameters: {
            query?: {
                /** @description The service's id of the wishlist. Either id or wishlistRef is needed. */
                id?: string;
                /** @description The retailer's reference of the wishlist. */
                wishlistRef?: string;
                /** @description Entries of the page; above 50 counts as 50. */
                pageSize?: number;
                /** @description Only entries with an id greater than this one are returned. */
                lastItemId?: string;
            };
            header?: {
                /** @description Entity tag that the caller has; the answer is 304 while it is current. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wishlist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m84anex0000n78ys",
                     *       "customerId": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *       "customerRef": "c-1001",
                     *       "name": "Birthday",
                     *       "wishlistRef": "birthday",
                     *       "isPrivate": false,
                     *       "deleted": false,
                     *       "createdTime": "2026-11-23T13:48:56.608Z",
                     *       "modifiedTime": "2026-11-23T13:48:56.667Z",
                     *       "description": "For the 10th of December",
                     *       "wishlistItems": [
                     *         {
                     *           "id": "w1m84anex0000n78ys.11",
                     *           "wishlistId": "w1m84anex0000n78ys",
                     *           "product": {
                     *             "productId": "p1m84anf08000ynbzze13mmrevens",
                     *             "productRef": "tent",
                     *             "selectedVariantId": "p1m84anf08000ynbzze13mmrevens.11",
                     *             "selectedVariantRef": "tent-2"
                     *           },
                     *           "purchased": false,
                     *           "purchasedAndRemoved": false,
                     *           "addedFromCart": false,
                     *           "addedByStaff": false,
                     *           "disableNotification": false,
                     *           "prerelease": false,
                     *           "notifyMe": true,
                     *           "createdTime": "2026-11-23T13:48:56.789Z",
                     *           "modifiedTime": "2026-11-23T13:48:56.789Z",
                     *           "wishlistRef": "birthday",
                     *           "wishlistItemRef": "first",
                     *           "priceWhenAdded": {
                     *             "amount": "349.00",
                     *             "currency": "EUR"
                     *           },
                     *           "attributeGroups": {
                     *             "gift": {
                     *               "attributes": {
                     *                 "occasion": "birthday"
                     *               }
                     *             }
                     *           }
                     *         },
                     *         {
                     *           "id": "w1m84anex0000n78ys.12",
                     *           "wishlistId": "w1m84anex0000n78ys",
                     *           "product": {
                     *             "productId": "p1m84anf08000ynbzze13mmrevens",
                     *             "productRef": "tent",
                     *             "selectedVariantId": "p1m84anf08000ynbzze13mmrevens.12",
                     *             "selectedVariantRef": "tent-3"
                     *           },
                     *           "purchased": false,
                     *           "purchasedAndRemoved": false,
                     *           "addedFromCart": false,
                     *           "addedByStaff": false,
                     *           "disableNotification": false,
                     *           "prerelease": false,
                     *           "notifyMe": true,
                     *           "createdTime": "2026-11-23T13:48:56.874Z",
                     *           "modifiedTime": "2026-11-23T13:48:56.927Z",
                     *           "wishlistRef": "birthday",
                     *           "wishlistItemRef": "second",
                     *           "priceWhenAdded": {
                     *             "amount": "429.00",
                     *             "currency": "EUR"
                     *           },
                     *           "waitingSince": "2026-11-23T13:48:56.927Z"
                     *         }
                     *       ],
                     *       "itemCount": 2,
                     *       "lastEvaluatedItemId": "w1m84anex0000n78ys.12"
                     *     }
                     */
                    "application/json": components["schemas"]["WishlistWithItems"];
                };
            };
            /** @description The caller has this version. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateWishlist: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "wishlistRef": "birthday",
                 *       "description": "For the 10th of December"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWishlistRequest"];
            };
        };
        responses: {
            /** @description The changed wishlist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m84anex0000n78ys",
                     *       "customerId": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *       "customerRef": "c-1001",
                     *       "name": "Birthday",
                     *       "wishlistRef": "birthday",
                     *       "isPrivate": false,
                     *       "deleted": false,
                     *       "createdTime": "2026-11-23T13:48:56.608Z",
                     *       "modifiedTime": "2026-11-23T13:48:56.667Z",
                     *       "description": "For the 10th of December"
                     *     }
                     */
                    "application/json": components["schemas"]["Wishlist"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createWishlist: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customerRef": "c-1001",
                 *       "wishlistRef": "birthday",
                 *       "name": "Birthday",
                 *       "isPrivate": false
                 *     }
                 */
                "application/json": components["schemas"]["CreateWishlistRequest"];
            };
        };
        responses: {
            /** @description The new wishlist. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m84anex0000n78ys",
                     *       "customerId": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *       "customerRef": "c-1001",
                     *       "name": "Birthday",
                     *       "wishlistRef": "birthday",
                     *       "isPrivate": false,
                     *       "deleted": false,
                     *       "createdTime": "2026-11-23T13:48:56.608Z",
                     *       "modifiedTime": "2026-11-23T13:48:56.608Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedWishlist"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteWishlist: {
        parameters: {
            query?: {
                /** @description The service's id of the wishlist. Either id or wishlistRef is needed. */
                id?: string;
                /** @description The retailer's reference of the wishlist. */
                wishlistRef?: string;
            };
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteWishlists: {
        parameters: {
            query?: {
                /** @description The service's id of the customer. Either customerId or customerRef is needed. */
                customerId?: string;
                /** @description The retailer's reference of the customer. */
                customerRef?: string;
            };
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listItems: {
        parameters: {
            query?: {
                /** @description The service's id of the wishlist. Either id or wishlistRef is needed. */
                id?: string;
                /** @description The retailer's reference of the wishlist. */
                wishlistRef?: string;
                /** @description Entries of the page; above 50 counts as 50. */
                pageSize?: number;
                /** @description Only entries with an id greater than this one are returned. */
                lastItemId?: string;
            };
            header?: {
                /** @description Entity tag that the caller has; the answer is 304 while it is current. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of items. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "wishlistItems": [
                     *         {
                     *           "id": "w1m84anex0000n78ys.11",
                     *           "wishlistId": "w1m84anex0000n78ys",
                     *           "product": {
                     *             "productId": "p1m84anf08000ynbzze13mmrevens",
                     *             "productRef": "tent",
                     *             "selectedVariantId": "p1m84anf08000ynbzze13mmrevens.11",
                     *             "selectedVariantRef": "tent-2"
                     *           },
                     *           "purchased": false,
                     *           "purchasedAndRemoved": false,
                     *           "addedFromCart": false,
                     *           "addedByStaff": false,
                     *           "disableNotification": false,
                     *           "prerelease": false,
                     *           "notifyMe": true,
                     *           "createdTime": "2026-11-23T13:48:56.789Z",
                     *           "modifiedTime": "2026-11-23T13:48:56.789Z",
                     *           "wishlistRef": "birthday",
                     *           "wishlistItemRef": "first",
                     *           "priceWhenAdded": {
                     *             "amount": "349.00",
                     *             "currency": "EUR"
                     *           },
                     *           "attributeGroups": {
                     *             "gift": {
                     *               "attributes": {
                     *                 "occasion": "birthday"
                     *               }
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "itemCount": 1,
                     *       "lastEvaluatedItemId": "w1m84anex0000n78ys.11"
                     *     }
                     */
                    "application/json": components["schemas"]["ItemPage"];
                };
            };
            /** @description The caller has this version. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkUpdateItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "w1m84ang1s000kj8he.11",
                 *       "prerelease": true
                 *     }
                 */
                "application/json": components["schemas"]["SdkUpdateItemRequest"];
            };
        };
        responses: {
            /** @description The changed item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m84ang1s000kj8he.11",
                     *       "wishlistId": "w1m84ang1s000kj8he",
                     *       "product": {
                     *         "productId": "p1m84anf08000ynbzze13mmrevens",
                     *         "productRef": "tent",
                     *         "selectedVariantId": "p1m84anf08000ynbzze13mmrevens.12",
                     *         "selectedVariantRef": "tent-3"
                     *       },
                     *       "purchased": false,
                     *       "purchasedAndRemoved": false,
                     *       "addedFromCart": false,
                     *       "addedByStaff": false,
                     *       "disableNotification": false,
                     *       "prerelease": true,
                     *       "notifyMe": true,
                     *       "createdTime": "2026-11-23T13:48:57.809Z",
                     *       "modifiedTime": "2026-11-23T13:48:57.954Z",
                     *       "wishlistRef": "garden",
                     *       "wishlistItemRef": "third",
                     *       "priceWhenAdded": {
                     *         "amount": "429.00",
                     *         "currency": "EUR"
                     *       },
                     *       "waitingSince": "2026-11-23T13:48:57.954Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WishlistItem"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "wishlistRef": "birthday",
                 *       "wishlistItemRef": "first",
                 *       "notifyMe": true,
                 *       "product": {
                 *         "productRef": "tent",
                 *         "selectedVariantRef": "tent-2"
                 *       },
                 *       "attributeGroups": {
                 *         "gift": {
                 *           "attributes": {
                 *             "occasion": "birthday"
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateItemRequest"];
            };
        };
        responses: {
            /** @description The item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m84anex0000n78ys.11",
                     *       "wishlistId": "w1m84anex0000n78ys",
                     *       "product": {
                     *         "productId": "p1m84anf08000ynbzze13mmrevens",
                     *         "productRef": "tent",
                     *         "selectedVariantId": "p1m84anf08000ynbzze13mmrevens.11",
                     *         "selectedVariantRef": "tent-2"
                     *       },
                     *       "purchased": false,
                     *       "purchasedAndRemoved": false,
                     *       "addedFromCart": false,
                     *       "addedByStaff": false,
                     *       "disableNotification": false,
                     *       "prerelease": false,
                     *       "notifyMe": true,
                     *       "createdTime": "2026-11-23T13:48:56.789Z",
                     *       "modifiedTime": "2026-11-23T13:48:56.789Z",
                     *       "wishlistRef": "birthday",
                     *       "wishlistItemRef": "first",
                     *       "priceWhenAdded": {
                     *         "amount": "349.00",
                     *         "currency": "EUR"
                     *       },
                     *       "attributeGroups": {
                     *         "gift": {
                     *           "attributes": {
                     *             "occasion": "birthday"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WishlistItem"];
                };
            };
            400: components["responses"]["Problem400_3"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405_2"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    lookupWishlists: {
        parameters: {
            query?: {
                /** @description The service's id of the customer. Either customerId or customerRef is needed. */
                customerId?: string;
                /** @description The retailer's reference of the customer. */
                customerRef?: string;
                /** @description Entries of the page; above 50 counts as 50. */
                pageSize?: number;
                /** @description Only entries with an id greater than this one are returned. */
                lastItemId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of wishlists. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "wishlistCount": 1,
                     *       "lastEvaluatedWishlistId": "w1m84anex0000n78ys",
                     *       "wishlist": [
                     *         {
                     *           "id": "w1m84anex0000n78ys",
                     *           "customerId": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *           "customerRef": "c-1001",
                     *           "name": "Birthday",
                     *           "wishlistRef": "birthday",
                     *           "isPrivate": false,
                     *           "deleted": false,
                     *           "createdTime": "2026-11-23T13:48:56.608Z",
                     *           "modifiedTime": "2026-11-23T13:48:56.667Z",
                     *           "description": "For the 10th of December",
                     *           "wishlistItems": [
                     *             {
                     *               "id": "w1m84anex0000n78ys.11",
                     *               "wishlistId": "w1m84anex0000n78ys",
                     *               "product": {
                     *                 "productId": "p1m84anf08000ynbzze13mmrevens",
                     *                 "productRef": "tent",
                     *                 "selectedVariantId": "p1m84anf08000ynbzze13mmrevens.11",
                     *                 "selectedVariantRef": "tent-2"
                     *               },
                     *               "purchased": false,
                     *               "purchasedAndRemoved": false,
                     *               "addedFromCart": false,
                     *               "addedByStaff": false,
                     *               "disableNotification": false,
                     *               "prerelease": false,
                     *               "notifyMe": true,
                     *               "createdTime": "2026-11-23T13:48:56.789Z",
                     *               "modifiedTime": "2026-11-23T13:48:56.789Z",
                     *               "wishlistRef": "birthday",
                     *               "wishlistItemRef": "first",
                     *               "priceWhenAdded": {
                     *                 "amount": "349.00",
                     *                 "currency": "EUR"
                     *               },
                     *               "attributeGroups": {
                     *                 "gift": {
                     *                   "attributes": {
                     *                     "occasion": "birthday"
                     *                   }
                     *                 }
                     *               }
                     *             },
                     *             {
                     *               "id": "w1m84anex0000n78ys.12",
                     *               "wishlistId": "w1m84anex0000n78ys",
                     *               "product": {
                     *                 "productId": "p1m84anf08000ynbzze13mmrevens",
                     *                 "productRef": "tent",
                     *                 "selectedVariantId": "p1m84anf08000ynbzze13mmrevens.12",
                     *                 "selectedVariantRef": "tent-3"
                     *               },
                     *               "purchased": false,
                     *               "purchasedAndRemoved": false,
                     *               "addedFromCart": false,
                     *               "addedByStaff": false,
                     *               "disableNotification": false,
                     *               "prerelease": false,
                     *               "notifyMe": true,
                     *               "createdTime": "2026-11-23T13:48:56.874Z",
                     *               "modifiedTime": "2026-11-23T13:48:56.927Z",
                     *               "wishlistRef": "birthday",
                     *               "wishlistItemRef": "second",
                     *               "priceWhenAdded": {
                     *                 "amount": "429.00",
                     *                 "currency": "EUR"
                     *               },
                     *               "waitingSince": "2026-11-23T13:48:56.927Z"
                     *             },
                     *             {
                     *               "id": "w1m84anex0000n78ys.13",
                     *               "wishlistId": "w1m84anex0000n78ys",
                     *               "product": {
                     *                 "productRef": "stove",
                     *                 "selectedVariantRef": "stove-2"
                     *               },
                     *               "purchased": false,
                     *               "purchasedAndRemoved": false,
                     *               "addedFromCart": false,
                     *               "addedByStaff": false,
                     *               "disableNotification": false,
                     *               "prerelease": false,
                     *               "notifyMe": false,
                     *               "createdTime": "2026-11-23T13:48:56.874Z",
                     *               "modifiedTime": "2026-11-23T13:48:56.952Z",
                     *               "wishlistRef": "birthday",
                     *               "waitingSince": "2026-11-23T13:48:56.952Z"
                     *             }
                     *           ],
                     *           "itemCount": 3,
                     *           "lastEvaluatedItemId": "w1m84anex0000n78ys.13"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WishlistPage"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listShares: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The service's id of the wishlist. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The oldest link first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "shares": [
                     *         {
                     *           "id": "s1m84anfe1000",
                     *           "createdTime": "2026-11-23T13:48:57.153Z",
                     *           "expires": "2100-01-01T00:00:00.000Z",
                     *           "displayName": "Ada"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Shares"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createShare: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path: {
                /** @description The service's id of the wishlist. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Ada",
                 *       "expires": "2100-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["CreateShareRequest"];
            };
        };
        responses: {
            /** @description The new link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "s1m84anfe1000",
                     *       "createdTime": "2026-11-23T13:48:57.153Z",
                     *       "expires": "2100-01-01T00:00:00.000Z",
                     *       "displayName": "Ada",
                     *       "token": "w1m84anex0000n78ys.WePCC3OYZiHax16zNNbcTYhNmW_ZRbYOUv243ubZR9A",
                     *       "url": "http://wishlist.test/s/w1m84anex0000n78ys.WePCC3OYZiHax16zNNbcTYhNmW_ZRbYOUv243ubZR9A"
                     *     }
                     */
                    "application/json": components["schemas"]["NewShare"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    revokeShare: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path: {
                /** @description The service's id of the wishlist. */
                id: string;
                /** @description The id of the link. */
                shareId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getSharedWishlist: {
        parameters: {
            query?: {
                /** @description Entries of the page; above 50 counts as 50. */
                pageSize?: number;
                /** @description Only entries with an id greater than this one are returned. */
                lastItemId?: string;
            };
            header?: {
                /** @description Entity tag that the caller has; the answer is 304 while it is current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description What the link ends with. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wishlist with a page of its items. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Birthday",
                     *       "displayName": "Ada",
                     *       "expires": "2100-01-01T00:00:00.000Z",
                     *       "wishlistItems": [
                     *         {
                     *           "id": "w1m84anex0000n78ys.11",
                     *           "product": {
                     *             "productId": "p1m84anf08000ynbzze13mmrevens",
                     *             "productRef": "tent",
                     *             "selectedVariantId": "p1m84anf08000ynbzze13mmrevens.11",
                     *             "selectedVariantRef": "tent-2"
                     *           },
                     *           "purchased": false
                     *         },
                     *         {
                     *           "id": "w1m84anex0000n78ys.12",
                     *           "product": {
                     *             "productId": "p1m84anf08000ynbzze13mmrevens",
                     *             "productRef": "tent",
                     *             "selectedVariantId": "p1m84anf08000ynbzze13mmrevens.12",
                     *             "selectedVariantRef": "tent-3"
                     *           },
                     *           "purchased": false
                     *         }
                     *       ],
                     *       "itemCount": 2,
                     *       "lastEvaluatedItemId": "w1m84anex0000n78ys.12"
                     *     }
                     */
                    "application/json": components["schemas"]["SharedWishlist"];
                };
            };
            /** @description The caller has this version. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A query parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The link leads to no wishlist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showSharedWishlist: {
        parameters: {
            query?: {
                /** @description Entries of the page; above 50 counts as 50. */
                pageSize?: number;
                /** @description Only entries with an id greater than this one are returned. */
                lastItemId?: string;
            };
            header?: {
                /** @description Entity tag that the caller has; the answer is 304 while it is current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description What the link ends with. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The caller has this version. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A page that says that the link leads to no wishlist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    claimWishlist: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "guestToken": "w1m84anfbq00088k4c.j-Svd0pfKIBH3JZXrSkXQM4zcMgCIXVDSBKQ4a1FKzk",
                 *       "customerRef": "c-1001",
                 *       "mode": "keep"
                 *     }
                 */
                "application/json": components["schemas"]["ClaimWishlistRequest"];
            };
        };
        responses: {
            /** @description The customer has the items. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "wishlistId": "w1m84anfc9000m8g02",
                     *       "status": "kept"
                     *     }
                     */
                    "application/json": components["schemas"]["ClaimedWishlist"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    addItems: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "wishlistRef": "birthday",
                 *       "itemRef": [
                 *         {
                 *           "productRef": "tent",
                 *           "selectedVariantRef": "tent-3",
                 *           "wishlistItemRef": "second"
                 *         },
                 *         {
                 *           "productRef": "stove",
                 *           "selectedVariantRef": "stove-1"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AddItemsRequest"];
            };
        };
        responses: {
            /** @description All items are added. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "wishlistId": "w1m84anex0000n78ys",
                     *       "items": [
                     *         {
                     *           "id": "w1m84anex0000n78ys.12",
                     *           "wishlistItemRef": "second",
                     *           "status": "created"
                     *         },
                     *         {
                     *           "id": "w1m84anex0000n78ys.13",
                     *           "status": "created"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AddedItems"];
                };
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409_2"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getItemByRef: {
        parameters: {
            query?: {
                /** @description Selects the wishlist if several have an item with the reference. */
                wishlistId?: string;
                /** @description Selects the wishlist if several have an item with the reference. */
                wishlistRef?: string;
            };
            header?: {
                /** @description Entity tag that the caller has; the answer is 304 while it is current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The retailer's reference of the item. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m84anex0000n78ys.11",
                     *       "wishlistId": "w1m84anex0000n78ys",
                     *       "product": {
                     *         "productId": "p1m84anf08000ynbzze13mmrevens",
                     *         "productRef": "tent",
                     *         "selectedVariantId": "p1m84anf08000ynbzze13mmrevens.11",
                     *         "selectedVariantRef": "tent-2"
                     *       },
                     *       "purchased": false,
                     *       "purchasedAndRemoved": false,
                     *       "addedFromCart": false,
                     *       "addedByStaff": false,
                     *       "disableNotification": false,
                     *       "prerelease": false,
                     *       "notifyMe": true,
                     *       "createdTime": "2026-11-23T13:48:56.789Z",
                     *       "modifiedTime": "2026-11-23T13:48:56.789Z",
                     *       "wishlistRef": "birthday",
                     *       "wishlistItemRef": "first",
                     *       "priceWhenAdded": {
                     *         "amount": "349.00",
                     *         "currency": "EUR"
                     *       },
                     *       "attributeGroups": {
                     *         "gift": {
                     *           "attributes": {
                     *             "occasion": "birthday"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WishlistItem"];
                };
            };
            /** @description The caller has this version. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateItemByRef: {
        parameters: {
            query?: {
                /** @description Selects the wishlist if several have an item with the reference. */
                wishlistId?: string;
                /** @description Selects the wishlist if several have an item with the reference. */
                wishlistRef?: string;
            };
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path: {
                /** @description The retailer's reference of the item. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notifyMe": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateItemByRefRequest"];
            };
        };
        responses: {
            /** @description The changed item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m84anex0000n78ys.12",
                     *       "wishlistId": "w1m84anex0000n78ys",
                     *       "product": {
                     *         "productId": "p1m84anf08000ynbzze13mmrevens",
                     *         "productRef": "tent",
                     *         "selectedVariantId": "p1m84anf08000ynbzze13mmrevens.12",
                     *         "selectedVariantRef": "tent-3"
                     *       },
                     *       "purchased": false,
                     *       "purchasedAndRemoved": false,
                     *       "addedFromCart": false,
                     *       "addedByStaff": false,
                     *       "disableNotification": false,
                     *       "prerelease": false,
                     *       "notifyMe": true,
                     *       "createdTime": "2026-11-23T13:48:56.874Z",
                     *       "modifiedTime": "2026-11-23T13:48:56.927Z",
                     *       "wishlistRef": "birthday",
                     *       "wishlistItemRef": "second",
                     *       "priceWhenAdded": {
                     *         "amount": "429.00",
                     *         "currency": "EUR"
                     *       },
                     *       "waitingSince": "2026-11-23T13:48:56.927Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WishlistItem"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateItemById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path: {
                /** @description The service's id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "product": {
                 *         "selectedVariantRef": "stove-2",
                 *         "oldVariantRef": "stove-1"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateItemByIdRequest"];
            };
        };
        responses: {
            /** @description The changed item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m84anex0000n78ys.13",
                     *       "wishlistId": "w1m84anex0000n78ys",
                     *       "product": {
                     *         "productRef": "stove",
                     *         "selectedVariantRef": "stove-2"
                     *       },
                     *       "purchased": false,
                     *       "purchasedAndRemoved": false,
                     *       "addedFromCart": false,
                     *       "addedByStaff": false,
                     *       "disableNotification": false,
                     *       "prerelease": false,
                     *       "notifyMe": false,
                     *       "createdTime": "2026-11-23T13:48:56.874Z",
                     *       "modifiedTime": "2026-11-23T13:48:56.952Z",
                     *       "wishlistRef": "birthday",
                     *       "waitingSince": "2026-11-23T13:48:56.952Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WishlistItem"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getItemById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tag that the caller has; the answer is 304 while it is current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The service's id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m84anex0000n78ys.11",
                     *       "wishlistId": "w1m84anex0000n78ys",
                     *       "product": {
                     *         "productId": "p1m84anf08000ynbzze13mmrevens",
                     *         "productRef": "tent",
                     *         "selectedVariantId": "p1m84anf08000ynbzze13mmrevens.11",
                     *         "selectedVariantRef": "tent-2"
                     *       },
                     *       "purchased": false,
                     *       "purchasedAndRemoved": false,
                     *       "addedFromCart": false,
                     *       "addedByStaff": false,
                     *       "disableNotification": false,
                     *       "prerelease": false,
                     *       "notifyMe": true,
                     *       "createdTime": "2026-11-23T13:48:56.789Z",
                     *       "modifiedTime": "2026-11-23T13:48:56.789Z",
                     *       "wishlistRef": "birthday",
                     *       "wishlistItemRef": "first",
                     *       "priceWhenAdded": {
                     *         "amount": "349.00",
                     *         "currency": "EUR"
                     *       },
                     *       "attributeGroups": {
                     *         "gift": {
                     *           "attributes": {
                     *             "occasion": "birthday"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WishlistItem"];
                };
            };
            /** @description The caller has this version. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteItemById: {
        parameters: {
            query?: {
                /** @description Selects the wishlist if several have an item with the reference. */
                wishlistId?: string;
                /** @description Selects the wishlist if several have an item with the reference. */
                wishlistRef?: string;
                /** @description The item is removed after a sale. A shopper's token cannot change it. */
                purchasedAndRemoved?: boolean;
            };
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path: {
                /** @description The service's id of the item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteItemByRef: {
        parameters: {
            query?: {
                /** @description Selects the wishlist if several have an item with the reference. */
                wishlistId?: string;
                /** @description Selects the wishlist if several have an item with the reference. */
                wishlistRef?: string;
                /** @description The item is removed after a sale. A shopper's token cannot change it. */
                purchasedAndRemoved?: boolean;
            };
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path: {
                /** @description The retailer's reference of the item. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    moveItems: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "wishlistRef": "birthday",
                 *       "toWishlistRef": "camping",
                 *       "itemId": [
                 *         "w1m84anex0000n78ys.13"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["MoveItemsRequest"];
            };
        };
        responses: {
            /** @description The items are moved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "wishlistId": "w1m84anex0000n78ys",
                     *       "toWishlistId": "w1m84anf9k000xkfe7",
                     *       "items": [
                     *         {
                     *           "fromItemId": "w1m84anex0000n78ys.13",
                     *           "id": "w1m84anf9k000xkfe7.11",
                     *           "status": "created"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MovedItems"];
                };
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409_2"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    copyItems: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "wishlistRef": "camping",
                 *       "toWishlistRef": "birthday",
                 *       "itemId": [
                 *         "w1m84anf9k000xkfe7.11"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CopyItemsRequest"];
            };
        };
        responses: {
            /** @description The items are copied. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "wishlistId": "w1m84anf9k000xkfe7",
                     *       "toWishlistId": "w1m84anex0000n78ys",
                     *       "items": [
                     *         {
                     *           "fromItemId": "w1m84anf9k000xkfe7.11",
                     *           "id": "w1m84anex0000n78ys.14",
                     *           "status": "created"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MovedItems"];
                };
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409_2"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description Entries of the page; above 50 counts as 50. */
                pageSize?: number;
                /** @description `cursor` of the previous page; absent for the first page. */
                cursor?: string;
                /** @description Only what was created or changed at or after this time. */
                changedSince?: string;
                /** @description Only customers in this state. */
                state?: "disabled" | "invited" | "enabled" | "declined";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "customers": [
                     *         {
                     *           "accepts_marketing": true,
                     *           "addresses": [],
                     *           "marketing_opt_in_level": "confirmed_opt_in",
                     *           "orders_count": 0,
                     *           "state": "disabled",
                     *           "tags": "vip, outdoor",
                     *           "tax_exempt": false,
                     *           "tax_exemptions": [],
                     *           "total_spent": 0,
                     *           "verified_email": false,
                     *           "id": "c-1001",
                     *           "svc_customer_id": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *           "email": "ada@shop.example",
                     *           "first_name": "Ada",
                     *           "last_name": "Lovelace",
                     *           "phone": "+493012345678",
                     *           "created_at": "2026-11-23T13:48:56.472Z",
                     *           "updated_at": "2026-11-23T13:48:56.545Z",
                     *           "accepts_marketing_updated_at": "2026-11-23T13:48:56.472Z",
                     *           "note": "Prefers e-mail."
                     *         }
                     *       ],
                     *       "cursor": "WzAsImMxbTg0YW5lcnIwMDA4c3h4OHdxNGR2eDBwMXJ4Il0"
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerList"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "c-1001",
                 *       "note": "Prefers e-mail.",
                 *       "tags": "vip, outdoor"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateCustomerRequest"];
            };
        };
        responses: {
            /** @description The changed customer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepts_marketing": true,
                     *       "addresses": [],
                     *       "marketing_opt_in_level": "confirmed_opt_in",
                     *       "orders_count": 0,
                     *       "state": "disabled",
                     *       "tags": "vip, outdoor",
                     *       "tax_exempt": false,
                     *       "tax_exemptions": [],
                     *       "total_spent": 0,
                     *       "verified_email": false,
                     *       "id": "c-1001",
                     *       "svc_customer_id": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *       "email": "ada@shop.example",
                     *       "first_name": "Ada",
                     *       "last_name": "Lovelace",
                     *       "phone": "+493012345678",
                     *       "created_at": "2026-11-23T13:48:56.472Z",
                     *       "updated_at": "2026-11-23T13:48:56.545Z",
                     *       "accepts_marketing_updated_at": "2026-11-23T13:48:56.472Z",
                     *       "note": "Prefers e-mail."
                     *     }
                     */
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["Problem400_3"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405_2"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "c-1001",
                 *       "email": "ada@shop.example",
                 *       "first_name": "Ada",
                 *       "last_name": "Lovelace",
                 *       "phone": "+493012345678",
                 *       "accepts_marketing": true,
                 *       "marketing_opt_in_level": "confirmed_opt_in"
                 *     }
                 */
                "application/json": components["schemas"]["CreateCustomerRequest"];
            };
        };
        responses: {
            /** @description The new customer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c-1001",
                     *       "svc_customer_id": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *       "email": "ada@shop.example",
                     *       "first_name": "Ada",
                     *       "last_name": "Lovelace",
                     *       "phone": "+493012345678",
                     *       "accepts_marketing": true,
                     *       "marketing_opt_in_level": "confirmed_opt_in",
                     *       "addresses": [],
                     *       "created_at": "2026-11-23T13:48:56.472Z",
                     *       "orders_count": 0,
                     *       "state": "disabled",
                     *       "tags": "",
                     *       "tax_exempt": false,
                     *       "tax_exemptions": [],
                     *       "total_spent": 0,
                     *       "updated_at": "2026-11-23T13:48:56.472Z",
                     *       "verified_email": false,
                     *       "accepts_marketing_updated_at": "2026-11-23T13:48:56.472Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["Problem400_3"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405_2"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    uploadCustomers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customers": [
                 *         {
                 *           "id": "c-1002",
                 *           "email": "grace@shop.example",
                 *           "first_name": "Grace"
                 *         },
                 *         {
                 *           "id": "c-1003",
                 *           "email": "not an address"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UploadCustomersRequest"];
            };
        };
        responses: {
            /** @description The result of each customer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "customers": [
                     *         {
                     *           "id": "c-1002",
                     *           "svc_customer_id": "c1m84anesw000dzr2rb7bvmgzr9x9",
                     *           "status": "created"
                     *         },
                     *         {
                     *           "id": "c-1003",
                     *           "status": "rejected",
                     *           "error": {
                     *             "code": "InvalidInput",
                     *             "detail": "/email must be an e-mail address",
                     *             "errors": [
                     *               {
                     *                 "path": "/email",
                     *                 "message": "must be an e-mail address"
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedCustomers"];
                };
            };
            400: components["responses"]["Problem400_3"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405_2"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    findCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tag that the caller has; the answer is 304 while it is current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The retailer's id of the customer, or the service's. */
                customerRef: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepts_marketing": true,
                     *       "addresses": [],
                     *       "marketing_opt_in_level": "confirmed_opt_in",
                     *       "orders_count": 0,
                     *       "state": "disabled",
                     *       "tags": "vip, outdoor",
                     *       "tax_exempt": false,
                     *       "tax_exemptions": [],
                     *       "total_spent": 0,
                     *       "verified_email": false,
                     *       "id": "c-1001",
                     *       "svc_customer_id": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *       "email": "ada@shop.example",
                     *       "first_name": "Ada",
                     *       "last_name": "Lovelace",
                     *       "phone": "+493012345678",
                     *       "created_at": "2026-11-23T13:48:56.472Z",
                     *       "updated_at": "2026-11-23T13:48:56.545Z",
                     *       "accepts_marketing_updated_at": "2026-11-23T13:48:56.472Z",
                     *       "note": "Prefers e-mail."
                     *     }
                     */
                    "application/json": components["schemas"]["Customer"];
                };
            };
            /** @description The caller has this version. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteCustomer: {
        parameters: {
            query?: {
                /** @description Also delete the customer's wishlists, as an erasure requires. */
                wishlists?: boolean;
            };
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path: {
                /** @description The retailer's id of the customer, or the service's. */
                customerRef: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description Entries of the page; above 50 counts as 50. */
                pageSize?: number;
                /** @description `cursor` of the previous page; absent for the first page. */
                cursor?: string;
                /** @description Only what was created or changed at or after this time. */
                changedSince?: string;
                /** @description Only products with this status. */
                status?: "active" | "draft" | "archived";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "products": [
                     *         {
                     *           "productId": "p1m84anf08000ynbzze13mmrevens",
                     *           "productRef": "tent",
                     *           "title": "Tent",
                     *           "status": "active",
                     *           "prerelease": false,
                     *           "createdTime": "2026-11-23T13:48:56.712Z",
                     *           "modifiedTime": "2026-11-23T13:48:56.712Z",
                     *           "url": "https://shop.example/products/tent",
                     *           "variantCount": 2
                     *         }
                     *       ],
                     *       "cursor": "WzAsInAxbTg0YW5mMDgwMDB5bmJ6emUxM21tcmV2ZW5zIl0"
                     *     }
                     */
                    "application/json": components["schemas"]["ProductList"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    putProducts: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "productRef": "tent",
                 *       "title": "Tent",
                 *       "url": "https://shop.example/products/tent",
                 *       "variants": [
                 *         {
                 *           "variantRef": "tent-2",
                 *           "sku": "T-2",
                 *           "title": "2 persons",
                 *           "price": "349.00",
                 *           "currency": "EUR",
                 *           "available": 0
                 *         },
                 *         {
                 *           "variantRef": "tent-3",
                 *           "sku": "T-3",
                 *           "title": "3 persons",
                 *           "price": "429.00",
                 *           "currency": "EUR",
                 *           "available": 4
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PutProductsRequest"];
            };
        };
        responses: {
            /** @description The result of each row. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "productRef": "tent",
                     *           "productId": "p1m84anf08000ynbzze13mmrevens",
                     *           "variants": [
                     *             {
                     *               "variantRef": "tent-2",
                     *               "variantId": "p1m84anf08000ynbzze13mmrevens.11"
                     *             },
                     *             {
                     *               "variantRef": "tent-3",
                     *               "variantId": "p1m84anf08000ynbzze13mmrevens.12"
                     *             }
                     *           ],
                     *           "status": "created"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProductResults"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    setStockLevels: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "sku": "T-2",
                 *         "available": 5
                 *       },
                 *       {
                 *         "sku": "T-9",
                 *         "available": 1
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["SetStockLevelsRequest"];
            };
        };
        responses: {
            /** @description The result of each row. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "status": "applied"
                     *         },
                     *         {
                     *           "status": "parked"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StockResults"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getProduct: {
        parameters: {
            query?: {
                /** @description Continue after this variant: lastEvaluatedVariantId of the previous page. */
                lastVariantId?: string;
            };
            header?: never;
            path: {
                /** @description The product's reference or id */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The product. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "productId": "p1m84anf08000ynbzze13mmrevens",
                     *       "productRef": "tent",
                     *       "title": "Tent",
                     *       "status": "active",
                     *       "prerelease": false,
                     *       "createdTime": "2026-11-23T13:48:56.712Z",
                     *       "modifiedTime": "2026-11-23T13:48:56.712Z",
                     *       "url": "https://shop.example/products/tent",
                     *       "variants": [
                     *         {
                     *           "productRef": "tent",
                     *           "productId": "p1m84anf08000ynbzze13mmrevens",
                     *           "variantRef": "tent-2",
                     *           "variantId": "p1m84anf08000ynbzze13mmrevens.11",
                     *           "title": "2 persons",
                     *           "sku": "T-2",
                     *           "price": "349.00",
                     *           "currency": "EUR",
                     *           "inventoryPolicy": "deny",
                     *           "available": 0,
                     *           "isAvailable": false,
                     *           "stockLevels": [
                     *             {
                     *               "available": 0,
                     *               "updatedTime": "2026-11-23T13:48:56.712Z"
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "productRef": "tent",
                     *           "productId": "p1m84anf08000ynbzze13mmrevens",
                     *           "variantRef": "tent-3",
                     *           "variantId": "p1m84anf08000ynbzze13mmrevens.12",
                     *           "title": "3 persons",
                     *           "sku": "T-3",
                     *           "price": "429.00",
                     *           "currency": "EUR",
                     *           "inventoryPolicy": "deny",
                     *           "available": 4,
                     *           "isAvailable": true,
                     *           "stockLevels": [
                     *             {
                     *               "available": 4,
                     *               "updatedTime": "2026-11-23T13:48:56.712Z"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The product's reference or id */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getVariant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The variant's reference, id, SKU or barcode */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The variant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "productTitle": "Tent",
                     *       "productRef": "tent",
                     *       "productId": "p1m84anf08000ynbzze13mmrevens",
                     *       "variantRef": "tent-3",
                     *       "variantId": "p1m84anf08000ynbzze13mmrevens.12",
                     *       "title": "3 persons",
                     *       "sku": "T-3",
                     *       "price": "429.00",
                     *       "currency": "EUR",
                     *       "inventoryPolicy": "deny",
                     *       "available": 4,
                     *       "isAvailable": true,
                     *       "stockLevels": [
                     *         {
                     *           "available": 4,
                     *           "updatedTime": "2026-11-23T13:48:56.712Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Variant"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Entries of the page; above 50 counts as 50. */
                pageSize?: number;
                /** @description `cursor` of the previous page; absent for the first page. */
                cursor?: string;
                /** @description Only what was created or changed at or after this time. */
                changedSince?: string;
                /** @description Only orders with this status. */
                status?: "open" | "cancelled" | "refunded";
                /** @description Only orders that bought wishes of this customer; the newest first. */
                customerId?: string;
                /** @description The same by the retailer's reference. */
                customerRef?: string;
                /** @description newest: the newest of the store first. Otherwise the list has a stable order, which is not that of time. */
                sortBy?: "newest";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orders": [
                     *         {
                     *           "orderRef": "o-1",
                     *           "email": "ada@shop.example",
                     *           "createdTime": "2026-11-23T13:48:57.454Z",
                     *           "currency": "EUR",
                     *           "status": "open",
                     *           "test": false,
                     *           "receivedTime": "2026-11-23T13:48:57.486Z",
                     *           "lines": [
                     *             {
                     *               "lineRef": "1",
                     *               "productRef": "tent",
                     *               "variantRef": "tent-2",
                     *               "quantity": 1,
                     *               "price": "349.00",
                     *               "matched": {
                     *                 "wishlistId": "w1m84anex0000n78ys",
                     *                 "itemId": "w1m84anex0000n78ys.11",
                     *                 "rule": "email, variant"
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrderList"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    putOrders: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "orderRef": "o-1",
                 *       "email": "ada@shop.example",
                 *       "createdTime": "2026-11-23T13:48:57.454Z",
                 *       "currency": "EUR",
                 *       "lines": [
                 *         {
                 *           "lineRef": "1",
                 *           "productRef": "tent",
                 *           "variantRef": "tent-2",
                 *           "quantity": 1,
                 *           "price": "349.00"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PutOrdersRequest"];
            };
        };
        responses: {
            /** @description The result of each row. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "orderRef": "o-1",
                     *           "status": "accepted"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrderResults"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order's reference */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orderRef": "o-1",
                     *       "email": "ada@shop.example",
                     *       "createdTime": "2026-11-23T13:48:57.454Z",
                     *       "currency": "EUR",
                     *       "status": "open",
                     *       "test": false,
                     *       "receivedTime": "2026-11-23T13:48:57.486Z",
                     *       "lines": [
                     *         {
                     *           "lineRef": "1",
                     *           "productRef": "tent",
                     *           "variantRef": "tent-2",
                     *           "quantity": 1,
                     *           "price": "349.00",
                     *           "matched": {
                     *             "wishlistId": "w1m84anex0000n78ys",
                     *             "itemId": "w1m84anex0000n78ys.11",
                     *             "rule": "email, variant"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listWishlists: {
        parameters: {
            query?: {
                /** @description Entries of the page; above 50 counts as 50. */
                pageSize?: number;
                /** @description `cursor` of the previous page; absent for the first page. */
                cursor?: string;
                /** @description Only what was created or changed at or after this time. */
                changedSince?: string;
                /** @description Only private, or only public wishlists. */
                isPrivate?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "wishlists": [
                     *         {
                     *           "id": "w1m84anex0000n78ys",
                     *           "customerId": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *           "customerRef": "c-1001",
                     *           "name": "Birthday",
                     *           "wishlistRef": "birthday",
                     *           "isPrivate": false,
                     *           "deleted": false,
                     *           "createdTime": "2026-11-23T13:48:56.608Z",
                     *           "modifiedTime": "2026-11-23T13:48:56.667Z",
                     *           "description": "For the 10th of December"
                     *         }
                     *       ],
                     *       "cursor": "WzAsIncxbTg0YW5leDAwMDBuNzh5cyJd"
                     *     }
                     */
                    "application/json": components["schemas"]["WishlistList"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listStoreAlerts: {
        parameters: {
            query?: {
                /** @description Entries of the page; above 50 counts as 50. */
                pageSize?: number;
                /** @description `cursor` of the previous page; absent for the first page. */
                cursor?: string;
                /** @description Only what was created or changed at or after this time. */
                changedSince?: string;
                /** @description Only alerts with this status. */
                status?: "pending" | "sent" | "suppressed" | "failed";
                /** @description Only alerts of this type. */
                type?: "back_in_stock" | "register_interest" | "price_drop" | "low_stock";
                /** @description Only alerts whose e-mail has this status. */
                emailStatus?: "pending" | "sending" | "sent" | "suppressed" | "failed";
                /** @description newest: the newest of the store first. Otherwise the list has a stable order, which is not that of time. */
                sortBy?: "newest";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "alerts": [
                     *         {
                     *           "url": "https://shop.example/products/tent",
                     *           "variantTitle": "2 persons",
                     *           "price": "349.00",
                     *           "currency": "EUR",
                     *           "title": "Tent",
                     *           "available": 5,
                     *           "productId": "p1m84anf08000ynbzze13mmrevens",
                     *           "id": "a1m84anfks0000",
                     *           "type": "back_in_stock",
                     *           "status": "sent",
                     *           "customerId": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *           "customerRef": "c-1001",
                     *           "productRef": "tent",
                     *           "variantRef": "tent-2",
                     *           "variantId": "p1m84anf08000ynbzze13mmrevens.11",
                     *           "itemIds": [
                     *             "w1m84anex0000n78ys.11"
                     *           ],
                     *           "items": [
                     *             {
                     *               "itemId": "w1m84anex0000n78ys.11",
                     *               "wishlistId": "w1m84anex0000n78ys",
                     *               "wishlistRef": "birthday",
                     *               "wishlistItemRef": "first"
                     *             }
                     *           ],
                     *           "cycle": 1,
                     *           "createdTime": "2026-11-23T13:48:57.337Z",
                     *           "sentTime": "2026-11-23T13:48:57.388Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AlertList"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    searchCustomers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "lovel"
                 *     }
                 */
                "application/json": components["schemas"]["CustomerSearch"];
            };
        };
        responses: {
            /** @description A page of the found customers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "customers": [
                     *         {
                     *           "accepts_marketing": true,
                     *           "addresses": [],
                     *           "marketing_opt_in_level": "confirmed_opt_in",
                     *           "orders_count": 0,
                     *           "state": "disabled",
                     *           "tags": "vip, outdoor",
                     *           "tax_exempt": false,
                     *           "tax_exemptions": [],
                     *           "total_spent": 0,
                     *           "verified_email": false,
                     *           "id": "c-1001",
                     *           "svc_customer_id": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *           "email": "ada@shop.example",
                     *           "first_name": "Ada",
                     *           "last_name": "Lovelace",
                     *           "phone": "+493012345678",
                     *           "created_at": "2026-11-23T13:48:56.472Z",
                     *           "updated_at": "2026-11-23T13:48:56.545Z",
                     *           "accepts_marketing_updated_at": "2026-11-23T13:48:56.472Z",
                     *           "note": "Prefers e-mail."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerList"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    lookupVariants: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refs": [
                 *         "tent-3",
                 *         "T-2",
                 *         "tent-9"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["VariantLookup"];
            };
        };
        responses: {
            /** @description What was found for each entry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "ref": "tent-3",
                     *           "variant": {
                     *             "productTitle": "Tent",
                     *             "productRef": "tent",
                     *             "productId": "p1m84anf08000ynbzze13mmrevens",
                     *             "variantRef": "tent-3",
                     *             "variantId": "p1m84anf08000ynbzze13mmrevens.12",
                     *             "title": "3 persons",
                     *             "sku": "T-3",
                     *             "price": "429.00",
                     *             "currency": "EUR",
                     *             "inventoryPolicy": "deny",
                     *             "available": 4,
                     *             "isAvailable": true
                     *           }
                     *         },
                     *         {
                     *           "ref": "T-2",
                     *           "variant": {
                     *             "productTitle": "Tent",
                     *             "productRef": "tent",
                     *             "productId": "p1m84anf08000ynbzze13mmrevens",
                     *             "variantRef": "tent-2",
                     *             "variantId": "p1m84anf08000ynbzze13mmrevens.11",
                     *             "title": "2 persons",
                     *             "sku": "T-2",
                     *             "price": "349.00",
                     *             "currency": "EUR",
                     *             "inventoryPolicy": "deny",
                     *             "available": 0,
                     *             "isAvailable": false
                     *           }
                     *         },
                     *         {
                     *           "ref": "tent-9"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FoundVariants"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    lookupCustomers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refs": [
                 *         "c-1001",
                 *         "c-9999"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CustomerLookup"];
            };
        };
        responses: {
            /** @description What was found for each entry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "ref": "c-1001",
                     *           "customer": {
                     *             "accepts_marketing": true,
                     *             "addresses": [],
                     *             "marketing_opt_in_level": "confirmed_opt_in",
                     *             "orders_count": 0,
                     *             "state": "disabled",
                     *             "tags": "vip, outdoor",
                     *             "tax_exempt": false,
                     *             "tax_exemptions": [],
                     *             "total_spent": 0,
                     *             "verified_email": false,
                     *             "id": "c-1001",
                     *             "svc_customer_id": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *             "email": "ada@shop.example",
                     *             "first_name": "Ada",
                     *             "last_name": "Lovelace",
                     *             "phone": "+493012345678",
                     *             "created_at": "2026-11-23T13:48:56.472Z",
                     *             "updated_at": "2026-11-23T13:48:56.545Z",
                     *             "accepts_marketing_updated_at": "2026-11-23T13:48:56.472Z",
                     *             "note": "Prefers e-mail."
                     *           }
                     *         },
                     *         {
                     *           "ref": "c-9999"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FoundCustomers"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    feedOrders: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. The same key gets the same feed; files are not compared. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": components["schemas"]["OrderFeedRow"];
                /**
                 * @example orderRef,createdTime,lineRef,quantity,sku
                 *     o-2,2030-01-02T12:00:00Z,1,1,T-3
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description The file is complete. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "f9046a81cbcd6109b08972e46",
                     *       "kind": "orders",
                     *       "status": "applying",
                     *       "progress": 0,
                     *       "counts": {
                     *         "read": 1,
                     *         "applied": {},
                     *         "rejected": 0
                     *       },
                     *       "createdTime": "2026-11-23T13:48:58.327Z",
                     *       "errors": []
                     *     }
                     */
                    "application/json": components["schemas"]["Feed"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            415: components["responses"]["Problem415_2"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    feedProducts: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. The same key gets the same feed; files are not compared. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {"productRef":"stove","title":"Stove","variants":[{"variantRef":"stove-2","price":"59.00"}]} */
                "application/x-ndjson": components["schemas"]["ProductFeedRow"];
                "text/csv": string;
            };
        };
        responses: {
            /** @description The file is complete. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "f5cd4825f3b5ba6e4b15460d6",
                     *       "kind": "products",
                     *       "status": "applying",
                     *       "progress": 0,
                     *       "counts": {
                     *         "read": 1,
                     *         "applied": {},
                     *         "rejected": 0
                     *       },
                     *       "createdTime": "2026-11-23T13:48:58.305Z",
                     *       "errors": []
                     *     }
                     */
                    "application/json": components["schemas"]["Feed"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            415: components["responses"]["Problem415_2"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    feedStockLevels: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. The same key gets the same feed; files are not compared. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": components["schemas"]["StockLevelFeedRow"];
                /**
                 * @example sku,available
                 *     T-2,8
                 *     T-3,many
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description The file is complete. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "f539b47776a362807a4a099c8",
                     *       "kind": "stock-levels",
                     *       "status": "applying",
                     *       "progress": 0,
                     *       "counts": {
                     *         "read": 2,
                     *         "applied": {},
                     *         "rejected": 0
                     *       },
                     *       "createdTime": "2026-11-23T13:48:58.101Z",
                     *       "errors": []
                     *     }
                     */
                    "application/json": components["schemas"]["Feed"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            415: components["responses"]["Problem415_2"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    feedCustomers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. The same key gets the same feed; files are not compared. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": {
                    /** @description A whole number or a Shopify global id is also accepted. */
                    id?: string | null;
                    /** @description A whole number or a Shopify global id is also accepted. */
                    svc_customer_id?: string | null;
                    /** @description A whole number or a Shopify global id is also accepted. */
                    alternate_customer_ref?: string | null;
                    attribute_groups?: components["schemas"]["AttributeGroups"] | null;
                    date_of_birth?: string | null;
                    /** @description A whole number or a Shopify global id is also accepted. */
                    joined_store_id?: string | null;
                    /** @description A phone number that is not in E.164 format; not unique. */
                    local_phone?: string | null;
                    loyalty_tier?: string | null;
                    member_since?: string | null;
                    /** @description In any format; not unique. */
                    mobile?: string | null;
                    sms_opt_in?: components["schemas"]["OptIn"] | null;
                    spend_to_next_tier?: string | null;
                    /** @description The text "true" or "false" is also accepted. */
                    vip_status?: boolean | null;
                    /** @description The text "true" or "false" is also accepted. */
                    accepts_marketing?: boolean | null;
                    /** Format: date-time */
                    accepts_marketing_updated_at?: string | null;
                    /**
                     * Format: date-time
                     * @description When the customer unsubscribed from alerts by e-mail; the link in each e-mail sets it. Null, or a later consent to marketing, removes it.
                     */
                    alerts_unsubscribed_at?: string | null;
                    addresses?: components["schemas"]["Address"][] | null;
                    admin_graphql_api_id?: string | null;
                    /** Format: date-time */
                    created_at?: string | null;
                    /** Format: iso-4217 */
                    currency?: string | null;
                    default_address?: components["schemas"]["Address"] | null;
                    /** Format: email */
                    email?: string | null;
                    first_name?: string | null;
                    last_name?: string | null;
                    /** @description A whole number or a Shopify global id is also accepted. */
                    last_order_id?: string | null;
                    last_order_name?: string | null;
                    /** @enum {string|null} */
                    marketing_opt_in_level?: "single_opt_in" | "confirmed_opt_in" | "unknown" | null;
                    multipass_identifier?: string | null;
                    note?: string | null;
                    orders_count?: number | null;
                    phone?: string | null;
                    /** @enum {string|null} */
                    state?: "disabled" | "invited" | "enabled" | "declined" | null;
                    /** Format: tag-list */
                    tags?: string | null;
                    /** @description The text "true" or "false" is also accepted. */
                    tax_exempt?: boolean | null;
                    /** @description A text is accepted as a list, divided by commas. */
                    tax_exemptions?: string[] | null;
                    /** @description Decimal text is also accepted. */
                    total_spent?: number | null;
                    /** Format: date-time */
                    updated_at?: string | null;
                    /** @description The text "true" or "false" is also accepted. */
                    verified_email?: boolean | null;
                };
                /**
                 * @example id,email
                 *     c-1004,alan@shop.example
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description The file is complete. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "fe9d400db023e012b38acf05d",
                     *       "kind": "customers",
                     *       "status": "applying",
                     *       "progress": 0,
                     *       "counts": {
                     *         "read": 1,
                     *         "applied": {},
                     *         "rejected": 0
                     *       },
                     *       "createdTime": "2026-11-23T13:48:58.317Z",
                     *       "errors": []
                     *     }
                     */
                    "application/json": components["schemas"]["Feed"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            415: components["responses"]["Problem415_2"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listFeeds: {
        parameters: {
            query?: {
                /** @description Only feeds of these rows. */
                kind?: "orders" | "products" | "stock-levels" | "customers";
                /** @description Only feeds with this status. */
                status?: "receiving" | "applying" | "finished" | "incomplete";
                /** @description Entries of the page; above 50 counts as 50. */
                pageSize?: number;
                /** @description `cursor` of the previous page; absent for the newest feeds. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of feeds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "feeds": [
                     *         {
                     *           "id": "f539b47776a362807a4a099c8",
                     *           "kind": "stock-levels",
                     *           "status": "finished",
                     *           "progress": 1,
                     *           "counts": {
                     *             "read": 2,
                     *             "applied": {
                     *               "applied": 1
                     *             },
                     *             "rejected": 1
                     *           },
                     *           "createdTime": "2026-11-23T13:48:58.101Z",
                     *           "finishedTime": "2026-11-23T13:48:58.242Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Feeds"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getFeed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The feed's id */
                feedId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "f539b47776a362807a4a099c8",
                     *       "kind": "stock-levels",
                     *       "status": "finished",
                     *       "progress": 1,
                     *       "counts": {
                     *         "read": 2,
                     *         "applied": {
                     *           "applied": 1
                     *         },
                     *         "rejected": 1
                     *       },
                     *       "createdTime": "2026-11-23T13:48:58.101Z",
                     *       "finishedTime": "2026-11-23T13:48:58.242Z",
                     *       "errors": [
                     *         {
                     *           "line": 3,
                     *           "code": "InvalidInput",
                     *           "detail": "/available must be an integer or null",
                     *           "errors": [
                     *             {
                     *               "path": "/available",
                     *               "message": "must be an integer or null"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Feed"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getFeedErrors: {
        parameters: {
            query?: {
                /** @description Cursor of the previous page; absent for the first page. */
                after?: string;
                /** @description Errors of the page; above 1,000 counts as 1,000. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The feed's id */
                feedId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of errors. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         {
                     *           "line": 3,
                     *           "code": "InvalidInput",
                     *           "detail": "/available must be an integer or null",
                     *           "errors": [
                     *             {
                     *               "path": "/available",
                     *               "message": "must be an integer or null"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "cursor": "1",
                     *       "hasMore": false
                     *     }
                     */
                    "application/json": components["schemas"]["FeedErrors"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    previewAlertMail: {
        parameters: {
            query?: {
                /** @description Language of the message; that of the settings if absent. */
                language?: "en" | "de" | "fr" | "es";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "language": "de",
                     *       "subject": "Neuigkeiten zu 3 Artikeln auf Ihrer Wunschliste",
                     *       "text": "Es gibt Neuigkeiten zu 3 Artikeln auf Ihrer Wunschliste.\n\nWieder verfügbar\nTrail Runner Low\n42 / Moss\n119,00 €\nhttps://shop.example/\n\nPreis gesenkt\nMerino Beanie\nRust\n24,90 € (statt 39,00 €)\nhttps://shop.example/\n\nNur noch 3 verfügbar\nTwo-Person Tent\nSand\n349,00 €\nhttps://shop.example/\n\n--\n\nSie erhalten diese E-Mail wegen Ihrer Wunschliste.\nKeine weiteren E-Mails dieser Art erhalten:\nhttps://shop.example/unsubscribe\n",
                     *       "html": "<!doctype html>\n    <html lang=\"de\">\n      <head>\n        <meta charset=\"utf-8\" />\n        <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n        <meta name=\"color-scheme\" content=\"light\" />\n        <title>Neuigkeiten zu 3 Artikeln auf Ihrer Wunschliste</title>\n      </head>\n      <body style=\"margin:0;padding:0;background:#f2f4f7\">\n        <table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" style=\"background:#f2f4f7\">\n          <tr>\n            <td align=\"center\" style=\"padding:24px 12px\">\n              <table\n                role=\"presentation\"\n                width=\"100%\"\n                cellpadding=\"0\"\n                cellspacing=\"0\"\n                style=\"max-width:560px;background:#ffffff;border-radius:12px;font-family:-apple-system,&#39;Segoe UI&#39;,Roboto,Helvetica,Arial,sans-serif;color:#101828\"\n              >\n                <tr>\n                  <td style=\"padding:28px 24px\">\n                    \n                    <div style=\"font-size:16px;line-height:1.5\">Es gibt Neuigkeiten zu 3 Artikeln auf Ihrer Wunschliste.</div>\n                    <table\n    role=\"presentation\"\n    width=\"100%\"\n    cellpadding=\"0\"\n    cellspacing=\"0\"\n    style=\"margin-top:16px;border:1px solid #e4e7ec;border-radius:10px\"\n  >\n    <tr>\n      \n      <td valign=\"top\" style=\"padding:20px\">\n        <div\n          style=\"font-size:12px;font-weight:700;letter-spacing:.04em;text-transform:uppercase;color:#067647\"\n        >\n          Wieder verfügbar\n        </div>\n        <div style=\"margin-top:4px;font-size:17px;font-weight:600;line-height:1.35\">Trail Runner Low</div>\n        <div style=\"margin-top:2px;font-size:14px;color:#667085\">42 / Moss</div> <div style=\"margin-top:6px;font-size:16px;font-weight:600\">\n        119,00 €\n      </div>\n        <a href=\"https://shop.example/\" style=\"display:inline-block;margin-top:12px;padding:10px 18px;border-radius:6px;background:#1d2939;color:#ffffff;text-decoration:none;font-size:14px;font-weight:600\">Ansehen</a>\n      </td>\n    </tr>\n  </table><table\n    role=\"presentation\"\n    width=\"100%\"\n    cellpadding=\"0\"\n    cellspacing=\"0\"\n    style=\"margin-top:16px;border:1px solid #e4e7ec;border-radius:10px\"\n  >\n    <tr>\n      \n      <td valign=\"top\" style=\"padding:20px\">\n        <div\n          style=\"font-size:12px;font-weight:700;letter-spacing:.04em;text-transform:uppercase;color:#067647\"\n        >\n          Preis gesenkt\n        </div>\n        <div style=\"margin-top:4px;font-size:17px;font-weight:600;line-height:1.35\">Merino Beanie</div>\n        <div style=\"margin-top:2px;font-size:14px;color:#667085\">Rust</div> <div style=\"margin-top:6px;font-size:16px;font-weight:600\">\n        24,90 € <span style=\"font-size:14px;font-weight:400;white-space:nowrap;color:#667085\"\n                >statt 39,00 €</span\n              >\n      </div>\n        <a href=\"https://shop.example/\" style=\"display:inline-block;margin-top:12px;padding:10px 18px;border-radius:6px;background:#1d2939;color:#ffffff;text-decoration:none;font-size:14px;font-weight:600\">Ansehen</a>\n      </td>\n    </tr>\n  </table><table\n    role=\"presentation\"\n    width=\"100%\"\n    cellpadding=\"0\"\n    cellspacing=\"0\"\n    style=\"margin-top:16px;border:1px solid #e4e7ec;border-radius:10px\"\n  >\n    <tr>\n      \n      <td valign=\"top\" style=\"padding:20px\">\n        <div\n          style=\"font-size:12px;font-weight:700;letter-spacing:.04em;text-transform:uppercase;color:#067647\"\n        >\n          Nur noch 3 verfügbar\n        </div>\n        <div style=\"margin-top:4px;font-size:17px;font-weight:600;line-height:1.35\">Two-Person Tent</div>\n        <div style=\"margin-top:2px;font-size:14px;color:#667085\">Sand</div> <div style=\"margin-top:6px;font-size:16px;font-weight:600\">\n        349,00 €\n      </div>\n        <a href=\"https://shop.example/\" style=\"display:inline-block;margin-top:12px;padding:10px 18px;border-radius:6px;background:#1d2939;color:#ffffff;text-decoration:none;font-size:14px;font-weight:600\">Ansehen</a>\n      </td>\n    </tr>\n  </table> \n                  </td>\n                </tr>\n              </table>\n              <div style=\"max-width:560px;padding:20px 24px;font-family:-apple-system,&#39;Segoe UI&#39;,Roboto,Helvetica,Arial,sans-serif;font-size:13px;line-height:1.5;color:#667085\">\n                Sie erhalten diese E-Mail wegen Ihrer Wunschliste.\n                <a href=\"https://shop.example/unsubscribe\" style=\"color:#667085\">Abmelden</a>\n              </div>\n            </td>\n          </tr>\n        </table>\n      </body>\n    </html> "
                     *     }
                     */
                    "application/json": components["schemas"]["MailPreview"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listWaiting: {
        parameters: {
            query?: {
                /** @description Entries of the page; above 50 counts as 50. */
                pageSize?: number;
                /** @description `cursor` of the previous page; absent for the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The variant's reference or id */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the waiting list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1,
                     *       "waiting": [
                     *         {
                     *           "since": "2026-11-23T13:48:56.789Z",
                     *           "customerId": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *           "customerRef": "c-1001",
                     *           "itemId": "w1m84anex0000n78ys.11",
                     *           "wishlistId": "w1m84anex0000n78ys",
                     *           "quantity": 1,
                     *           "notifyMe": true,
                     *           "prerelease": false,
                     *           "disableNotification": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WaitingList"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listWaves: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The waves under way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "waves": []
                     *     }
                     */
                    "application/json": components["schemas"]["Waves"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description The service's id of the customer. */
                customerId?: string;
                /** @description The retailer's reference of the customer. */
                customerRef?: string;
                /** @description Entries of the page; above 50 counts as 50. */
                pageSize?: number;
                /** @description Only alerts with an id greater than this one are returned. */
                lastAlertId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of alerts, the oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "alerts": [
                     *         {
                     *           "url": "https://shop.example/products/tent",
                     *           "variantTitle": "2 persons",
                     *           "price": "349.00",
                     *           "currency": "EUR",
                     *           "title": "Tent",
                     *           "available": 5,
                     *           "productId": "p1m84anf08000ynbzze13mmrevens",
                     *           "id": "a1m84anfks0000",
                     *           "type": "back_in_stock",
                     *           "status": "sent",
                     *           "customerId": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *           "customerRef": "c-1001",
                     *           "productRef": "tent",
                     *           "variantRef": "tent-2",
                     *           "variantId": "p1m84anf08000ynbzze13mmrevens.11",
                     *           "itemIds": [
                     *             "w1m84anex0000n78ys.11"
                     *           ],
                     *           "items": [
                     *             {
                     *               "itemId": "w1m84anex0000n78ys.11",
                     *               "wishlistId": "w1m84anex0000n78ys",
                     *               "wishlistRef": "birthday",
                     *               "wishlistItemRef": "first"
                     *             }
                     *           ],
                     *           "cycle": 1,
                     *           "createdTime": "2026-11-23T13:48:57.337Z",
                     *           "sentTime": "2026-11-23T13:48:57.388Z"
                     *         }
                     *       ],
                     *       "lastEvaluatedAlertId": "a1m84anfks0000"
                     *     }
                     */
                    "application/json": components["schemas"]["Alerts"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    explainAlert: {
        parameters: {
            query?: {
                /** @description The service's id of the customer. */
                customerId?: string;
                /** @description The retailer's reference of the customer. */
                customerRef?: string;
                /** @description The service's id of the variant. */
                variantId?: string;
                /** @description The retailer's reference of the variant. */
                variantRef?: string;
                type?: "back_in_stock" | "register_interest" | "price_drop" | "low_stock";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every rule with its outcome. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "decision": "told",
                     *       "rules": [
                     *         {
                     *           "rule": "customer",
                     *           "outcome": "pass",
                     *           "detail": "The customer is known."
                     *         },
                     *         {
                     *           "rule": "catalogue",
                     *           "outcome": "pass",
                     *           "detail": "The catalogue knows the variant."
                     *         },
                     *         {
                     *           "rule": "setting",
                     *           "outcome": "pass",
                     *           "detail": "The tenant's setting alerts.backInStock is true."
                     *         },
                     *         {
                     *           "rule": "switched on",
                     *           "outcome": "pass",
                     *           "detail": "The setting alerts.backInStock was on when it happened."
                     *         },
                     *         {
                     *           "rule": "wish",
                     *           "outcome": "pass",
                     *           "detail": "The customer wishes for the variant."
                     *         },
                     *         {
                     *           "rule": "flag",
                     *           "outcome": "pass",
                     *           "detail": "The wish has notifyMe."
                     *         },
                     *         {
                     *           "rule": "notification",
                     *           "outcome": "pass",
                     *           "detail": "Notifications are not disabled."
                     *         },
                     *         {
                     *           "rule": "purchased",
                     *           "outcome": "pass",
                     *           "detail": "The wish is not purchased."
                     *         },
                     *         {
                     *           "rule": "released",
                     *           "outcome": "pass",
                     *           "detail": "The product is released."
                     *         },
                     *         {
                     *           "rule": "stock",
                     *           "outcome": "pass",
                     *           "detail": "Stock is 5; an alert needs at least 1.",
                     *           "at": "2026-11-23T13:48:57.298Z"
                     *         },
                     *         {
                     *           "rule": "before the rise",
                     *           "outcome": "pass",
                     *           "detail": "The wish has asked for it since 2026-11-23T13:48:56.789Z.",
                     *           "at": "2026-11-23T13:48:57.298Z"
                     *         },
                     *         {
                     *           "rule": "price",
                     *           "outcome": "pass",
                     *           "detail": "The price does not matter."
                     *         },
                     *         {
                     *           "rule": "release",
                     *           "outcome": "pass",
                     *           "detail": "The wish does not wait for the release."
                     *         },
                     *         {
                     *           "rule": "told once",
                     *           "outcome": "block",
                     *           "detail": "The customer was notified: the alert is sent.",
                     *           "at": "2026-11-23T13:48:57.337Z"
                     *         }
                     *       ],
                     *       "email": {
                     *         "decision": "blocked by mail server",
                     *         "rules": [
                     *           {
                     *             "rule": "mail server",
                     *             "outcome": "block",
                     *             "detail": "The operator has set no mail server."
                     *           },
                     *           {
                     *             "rule": "setting",
                     *             "outcome": "block",
                     *             "detail": "The tenant's setting alerts.email is false."
                     *           },
                     *           {
                     *             "rule": "address",
                     *             "outcome": "pass",
                     *             "detail": "The customer has an e-mail address."
                     *           },
                     *           {
                     *             "rule": "subscription",
                     *             "outcome": "pass",
                     *             "detail": "The customer has not unsubscribed."
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AlertExplanation"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description Cursor of the previous answer; absent for the start. */
                after?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events after the cursor. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "id": "0-1795441736472-0",
                     *           "type": "customer.created",
                     *           "timestamp": "2026-11-23T13:48:56.472Z",
                     *           "data": {
                     *             "customerId": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *             "customerRef": "c-1001"
                     *           }
                     *         },
                     *         {
                     *           "id": "0-1795441736508-0",
                     *           "type": "customer.created",
                     *           "timestamp": "2026-11-23T13:48:56.508Z",
                     *           "data": {
                     *             "customerId": "c1m84anesw000dzr2rb7bvmgzr9x9",
                     *             "customerRef": "c-1002"
                     *           }
                     *         }
                     *       ],
                     *       "cursor": "1795441736516-0",
                     *       "hasMore": true
                     *     }
                     */
                    "application/json": components["schemas"]["Changes"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description The next events are lost. Continue with `cursor`. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    retryAlertMail: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The alert's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The present state of the e-mail. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "a1m84anfks0000"
                     *     }
                     */
                    "application/json": components["schemas"]["RetriedMail"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    retryAlertMails: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "a1m84anfks0000"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RetriedAlerts"];
            };
        };
        responses: {
            /** @description The present state of each e-mail. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "a1m84anfks0000"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RetriedMails"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All endpoints. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "endpoints": [
                     *         {
                     *           "id": "we90a5739c0e5d43c78c",
                     *           "url": "https://hooks.shop.example/alerts",
                     *           "events": [
                     *             "alert.*"
                     *           ],
                     *           "status": "enabled",
                     *           "createdTime": "2026-11-23T13:48:58.356Z",
                     *           "modifiedTime": "2026-11-23T13:48:58.356Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoints"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.shop.example/alerts",
                 *       "events": [
                 *         "alert.*"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The new endpoint, with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "we90a5739c0e5d43c78c",
                     *       "url": "https://hooks.shop.example/alerts",
                     *       "events": [
                     *         "alert.*"
                     *       ],
                     *       "status": "enabled",
                     *       "createdTime": "2026-11-23T13:48:58.356Z",
                     *       "modifiedTime": "2026-11-23T13:48:58.356Z",
                     *       "secret": "whsec_dGhlIHNlY3JldCBvZiB0aGlzIGVuZHBvaW50"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "we90a5739c0e5d43c78c",
                     *       "url": "https://hooks.shop.example/alerts",
                     *       "events": [
                     *         "alert.*"
                     *       ],
                     *       "status": "enabled",
                     *       "createdTime": "2026-11-23T13:48:58.356Z",
                     *       "modifiedTime": "2026-11-23T13:48:58.356Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The endpoint's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Alerts for the app"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The endpoint after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "we90a5739c0e5d43c78c",
                     *       "url": "https://hooks.shop.example/alerts",
                     *       "events": [
                     *         "alert.*"
                     *       ],
                     *       "status": "enabled",
                     *       "createdTime": "2026-11-23T13:48:58.356Z",
                     *       "modifiedTime": "2026-11-23T13:48:58.633Z",
                     *       "description": "Alerts for the app"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The endpoint's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The endpoint's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint, with its new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "we90a5739c0e5d43c78c",
                     *       "url": "https://hooks.shop.example/alerts",
                     *       "events": [
                     *         "alert.*"
                     *       ],
                     *       "status": "enabled",
                     *       "createdTime": "2026-11-23T13:48:58.356Z",
                     *       "modifiedTime": "2026-11-23T13:48:58.950Z",
                     *       "description": "Alerts for the app",
                     *       "secret": "whsec_dGhlIHNlY3JldCBvZiB0aGlzIGVuZHBvaW50"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The endpoint's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The test event is queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "eventIds": [
                     *         "test-ec0f1c8358712c1a50"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["QueuedDeliveries"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    replayWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The endpoint's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayWebhooksRequest"];
            };
        };
        responses: {
            /** @description The events are on their way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "replay": {
                     *         "id": "055263e7c365",
                     *         "status": "running",
                     *         "since": "2026-01-01T00:00:00Z",
                     *         "sent": 0,
                     *         "startedTime": "2026-11-23T13:48:58.979Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QueuedReplay"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest attempts first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "eventId": "test-ec0f1c8358712c1a50",
                     *           "type": "webhook.test",
                     *           "attempt": 1,
                     *           "outcome": "delivered",
                     *           "status": 204,
                     *           "durationMs": 32,
                     *           "time": "2026-11-23T13:48:58.895Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveries"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint's id */
                id: string;
                /** @description The event's id */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attempts and the event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attempts": [
                     *         {
                     *           "eventId": "test-ec0f1c8358712c1a50",
                     *           "type": "webhook.test",
                     *           "attempt": 1,
                     *           "outcome": "delivered",
                     *           "status": 204,
                     *           "durationMs": 32,
                     *           "time": "2026-11-23T13:48:58.895Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listExportRuns: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The export's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest run first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "runs": [
                     *         {
                     *           "id": "ermwtbnkab581504f567",
                     *           "exportId": "ex58c1976fa53fd9a606",
                     *           "startedTime": "2026-11-23T13:48:59.123Z",
                     *           "trigger": "request",
                     *           "progress": 1,
                     *           "finishedTime": "2026-11-23T13:48:59.174Z",
                     *           "status": "succeeded",
                     *           "position": "wishlists 0/w1m84anfc9000m8g02.~",
                     *           "counts": {
                     *             "read": 4,
                     *             "sent": 4,
                     *             "accepted": 0,
                     *             "skipped": {
                     *               "noConsent": 0,
                     *               "private": 0,
                     *               "deleted": 0
                     *             },
                     *             "failed": 4
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ExportRuns"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    startExportRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The export's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run has started. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ermwtbnkab581504f567",
                     *       "exportId": "ex58c1976fa53fd9a606",
                     *       "trigger": "request",
                     *       "status": "queued",
                     *       "startedTime": "2026-11-23T13:48:59.123Z",
                     *       "progress": 0,
                     *       "position": null,
                     *       "counts": {
                     *         "read": 0,
                     *         "sent": 0,
                     *         "accepted": 0,
                     *         "skipped": {
                     *           "noConsent": 0,
                     *           "private": 0,
                     *           "deleted": 0
                     *         },
                     *         "failed": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ExportRun"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getExportRun: {
        parameters: {
            query?: {
                /** @description Number of the first rejected record to show. */
                rejectedFrom?: number;
            };
            header?: never;
            path: {
                /** @description The export's id */
                id: string;
                /** @description The run's id */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ermwtbnkab581504f567",
                     *       "exportId": "ex58c1976fa53fd9a606",
                     *       "startedTime": "2026-11-23T13:48:59.123Z",
                     *       "trigger": "request",
                     *       "progress": 1,
                     *       "finishedTime": "2026-11-23T13:48:59.174Z",
                     *       "status": "succeeded",
                     *       "position": "wishlists 0/w1m84anfc9000m8g02.~",
                     *       "counts": {
                     *         "read": 4,
                     *         "sent": 4,
                     *         "accepted": 0,
                     *         "skipped": {
                     *           "noConsent": 0,
                     *           "private": 0,
                     *           "deleted": 0
                     *         },
                     *         "failed": 4
                     *       },
                     *       "rejected": [
                     *         {
                     *           "id": "w1m84anex0000n78ys.11-mwtbnihh",
                     *           "reason": "The receiver answered 422",
                     *           "time": "2026-11-23T13:48:56.789Z",
                     *           "type": "item",
                     *           "change": "added",
                     *           "customerId": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *           "wishlistId": "w1m84anex0000n78ys",
                     *           "itemId": "w1m84anex0000n78ys.11"
                     *         },
                     *         {
                     *           "id": "w1m84anex0000n78ys.12-mwtbniju",
                     *           "reason": "The receiver answered 422",
                     *           "time": "2026-11-23T13:48:56.874Z",
                     *           "type": "item",
                     *           "change": "added",
                     *           "customerId": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *           "wishlistId": "w1m84anex0000n78ys",
                     *           "itemId": "w1m84anex0000n78ys.12"
                     *         },
                     *         {
                     *           "id": "w1m84anex0000n78ys.14-mwtbnip5",
                     *           "reason": "The receiver answered 422",
                     *           "time": "2026-11-23T13:48:57.065Z",
                     *           "type": "item",
                     *           "change": "added",
                     *           "customerId": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *           "wishlistId": "w1m84anex0000n78ys",
                     *           "itemId": "w1m84anex0000n78ys.14"
                     *         },
                     *         {
                     *           "id": "w1m84anf9k000xkfe7.11-mwtbniju",
                     *           "reason": "The receiver answered 422",
                     *           "time": "2026-11-23T13:48:56.874Z",
                     *           "type": "item",
                     *           "change": "added",
                     *           "customerId": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *           "wishlistId": "w1m84anf9k000xkfe7",
                     *           "itemId": "w1m84anf9k000xkfe7.11"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ExportRunDetail"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    redriveExportRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The export's id */
                id: string;
                /** @description The run's id */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run has started. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ermwtbnkcufce46c4dd9",
                     *       "exportId": "ex58c1976fa53fd9a606",
                     *       "trigger": "redrive",
                     *       "redriveOf": "ermwtbnkab581504f567",
                     *       "status": "queued",
                     *       "startedTime": "2026-11-23T13:48:59.214Z",
                     *       "progress": 0,
                     *       "position": null,
                     *       "counts": {
                     *         "read": 0,
                     *         "sent": 0,
                     *         "accepted": 0,
                     *         "skipped": {
                     *           "noConsent": 0,
                     *           "private": 0,
                     *           "deleted": 0
                     *         },
                     *         "failed": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ExportRun"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    cancelExportRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The export's id */
                id: string;
                /** @description The run's id */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ermwtbnkab581504f567",
                     *       "exportId": "ex58c1976fa53fd9a606",
                     *       "startedTime": "2026-11-23T13:48:59.123Z",
                     *       "trigger": "request",
                     *       "progress": 1,
                     *       "finishedTime": "2026-11-23T13:48:59.174Z",
                     *       "status": "succeeded",
                     *       "position": "wishlists 0/w1m84anfc9000m8g02.~",
                     *       "counts": {
                     *         "read": 4,
                     *         "sent": 4,
                     *         "accepted": 0,
                     *         "skipped": {
                     *           "noConsent": 0,
                     *           "private": 0,
                     *           "deleted": 0
                     *         },
                     *         "failed": 4
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ExportRun"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listExports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All exports. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "exports": [
                     *         {
                     *           "id": "ex58c1976fa53fd9a606",
                     *           "name": "Nightly",
                     *           "connector": {
                     *             "type": "webhook",
                     *             "url": "https://hooks.shop.example/wishes",
                     *             "secret": "whsec_dGhlIHNlY3JldCBvZiB0aGlzIGVuZHBvaW50"
                     *           },
                     *           "mode": "changed",
                     *           "includePrivate": false,
                     *           "onlyConsenting": true,
                     *           "enabled": true,
                     *           "createdTime": "2026-11-23T13:48:59.037Z",
                     *           "modifiedTime": "2026-11-23T13:48:59.093Z",
                     *           "schedule": {
                     *             "cron": "0 3 * * *",
                     *             "timezone": "Europe/Berlin"
                     *           },
                     *           "nextRunTime": "2026-11-24T02:00:00.000Z",
                     *           "skippedRuns": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Exports"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Nightly",
                 *       "connector": {
                 *         "type": "webhook",
                 *         "url": "https://hooks.shop.example/wishes"
                 *       },
                 *       "mode": "changed"
                 *     }
                 */
                "application/json": components["schemas"]["CreateExportRequest"];
            };
        };
        responses: {
            /** @description The new export. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ex58c1976fa53fd9a606",
                     *       "name": "Nightly",
                     *       "connector": {
                     *         "type": "webhook",
                     *         "url": "https://hooks.shop.example/wishes",
                     *         "secret": "whsec_dGhlIHNlY3JldCBvZiB0aGlzIGVuZHBvaW50"
                     *       },
                     *       "mode": "changed",
                     *       "includePrivate": false,
                     *       "onlyConsenting": true,
                     *       "enabled": true,
                     *       "createdTime": "2026-11-23T13:48:59.037Z",
                     *       "modifiedTime": "2026-11-23T13:48:59.037Z",
                     *       "skippedRuns": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Export"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The export's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ex58c1976fa53fd9a606",
                     *       "name": "Nightly",
                     *       "connector": {
                     *         "type": "webhook",
                     *         "url": "https://hooks.shop.example/wishes",
                     *         "secret": "whsec_dGhlIHNlY3JldCBvZiB0aGlzIGVuZHBvaW50"
                     *       },
                     *       "mode": "changed",
                     *       "includePrivate": false,
                     *       "onlyConsenting": true,
                     *       "enabled": true,
                     *       "createdTime": "2026-11-23T13:48:59.037Z",
                     *       "modifiedTime": "2026-11-23T13:48:59.093Z",
                     *       "schedule": {
                     *         "cron": "0 3 * * *",
                     *         "timezone": "Europe/Berlin"
                     *       },
                     *       "nextRunTime": "2026-11-24T02:00:00.000Z",
                     *       "skippedRuns": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Export"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The export's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schedule": {
                 *         "cron": "0 3 * * *",
                 *         "timezone": "Europe/Berlin"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateExportRequest"];
            };
        };
        responses: {
            /** @description The export after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ex58c1976fa53fd9a606",
                     *       "name": "Nightly",
                     *       "connector": {
                     *         "type": "webhook",
                     *         "url": "https://hooks.shop.example/wishes",
                     *         "secret": "whsec_dGhlIHNlY3JldCBvZiB0aGlzIGVuZHBvaW50"
                     *       },
                     *       "mode": "changed",
                     *       "includePrivate": false,
                     *       "onlyConsenting": true,
                     *       "enabled": true,
                     *       "createdTime": "2026-11-23T13:48:59.037Z",
                     *       "modifiedTime": "2026-11-23T13:48:59.093Z",
                     *       "schedule": {
                     *         "cron": "0 3 * * *",
                     *         "timezone": "Europe/Berlin"
                     *       },
                     *       "nextRunTime": "2026-11-24T02:00:00.000Z",
                     *       "skippedRuns": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Export"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The export's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    takeShopifyWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Taken. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The body is not JSON, or does not fit its topic. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The signature is not from a registered shop. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Send it again later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportPersonalData: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customerRef": "c-1001"
                 *     }
                 */
                "application/json": components["schemas"]["PersonalDataRequest"];
            };
        };
        responses: {
            /** @description The data by kind. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "time": "2026-11-23T13:48:59.392Z",
                     *       "customerIds": [
                     *         "c1m84anerr0008sxx8wq4dvx0p1rx"
                     *       ],
                     *       "data": {
                     *         "deadLetters": [],
                     *         "orders": [
                     *           {
                     *             "orderRef": "o-1",
                     *             "email": "ada@shop.example",
                     *             "createdTime": "2026-11-23T13:48:57.454Z",
                     *             "currency": "EUR",
                     *             "lines": [
                     *               {
                     *                 "lineRef": "1",
                     *                 "productRef": "tent",
                     *                 "variantRef": "tent-2",
                     *                 "quantity": 1,
                     *                 "price": "349.00"
                     *               }
                     *             ],
                     *             "status": "open",
                     *             "test": false,
                     *             "matches": {
                     *               "1": {
                     *                 "matched": {
                     *                   "wishlistId": "w1m84anex0000n78ys",
                     *                   "itemId": "w1m84anex0000n78ys.11",
                     *                   "rule": "email, variant"
                     *                 }
                     *               }
                     *             },
                     *             "receivedTime": "2026-11-23T13:48:57.486Z",
                     *             "revision": 1,
                     *             "buyer": {
                     *               "partition": 0,
                     *               "key": "8sxx8wq4dvx0p1rx"
                     *             }
                     *           }
                     *         ],
                     *         "customers": [
                     *           {
                     *             "accepts_marketing": true,
                     *             "addresses": [],
                     *             "marketing_opt_in_level": "confirmed_opt_in",
                     *             "orders_count": 0,
                     *             "state": "disabled",
                     *             "tags": "vip, outdoor",
                     *             "tax_exempt": false,
                     *             "tax_exemptions": [],
                     *             "total_spent": 0,
                     *             "verified_email": false,
                     *             "id": "c-1001",
                     *             "svc_customer_id": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *             "email": "ada@shop.example",
                     *             "first_name": "Ada",
                     *             "last_name": "Lovelace",
                     *             "phone": "+493012345678",
                     *             "created_at": "2026-11-23T13:48:56.472Z",
                     *             "updated_at": "2026-11-23T13:48:59.377Z",
                     *             "accepts_marketing_updated_at": "2026-11-23T13:48:56.472Z",
                     *             "note": "Prefers e-mail.",
                     *             "alerts_unsubscribed_at": "2026-11-23T13:48:59.377Z"
                     *           }
                     *         ],
                     *         "references": [
                     *           {
                     *             "reference": "email",
                     *             "value": "ada@shop.example"
                     *           },
                     *           {
                     *             "reference": "phone",
                     *             "value": "+493012345678"
                     *           }
                     *         ],
                     *         "claims": [],
                     *         "alerts": [
                     *           {
                     *             "url": "https://shop.example/products/tent",
                     *             "variantTitle": "2 persons",
                     *             "price": "349.00",
                     *             "currency": "EUR",
                     *             "title": "Tent",
                     *             "available": 5,
                     *             "productId": "p1m84anf08000ynbzze13mmrevens",
                     *             "id": "a1m84anfks0000",
                     *             "type": "back_in_stock",
                     *             "status": "sent",
                     *             "customerId": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *             "customerRef": "c-1001",
                     *             "productRef": "tent",
                     *             "variantRef": "tent-2",
                     *             "variantId": "p1m84anf08000ynbzze13mmrevens.11",
                     *             "itemIds": [
                     *               "w1m84anex0000n78ys.11"
                     *             ],
                     *             "items": [
                     *               {
                     *                 "itemId": "w1m84anex0000n78ys.11",
                     *                 "wishlistId": "w1m84anex0000n78ys",
                     *                 "wishlistRef": "birthday",
                     *                 "wishlistItemRef": "first"
                     *               }
                     *             ],
                     *             "cycle": 1,
                     *             "createdTime": "2026-11-23T13:48:57.337Z",
                     *             "sentTime": "2026-11-23T13:48:57.388Z"
                     *           }
                     *         ],
                     *         "wishlists": [
                     *           {
                     *             "id": "w1m84anex0000n78ys",
                     *             "customerId": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *             "customerRef": "c-1001",
                     *             "name": "Birthday",
                     *             "wishlistRef": "birthday",
                     *             "isPrivate": false,
                     *             "deleted": false,
                     *             "createdTime": "2026-11-23T13:48:56.608Z",
                     *             "modifiedTime": "2026-11-23T13:48:56.667Z",
                     *             "description": "For the 10th of December"
                     *           },
                     *           {
                     *             "id": "w1m84anf9k000xkfe7",
                     *             "customerId": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *             "customerRef": "c-1001",
                     *             "name": "Camping",
                     *             "wishlistRef": "camping",
                     *             "isPrivate": false,
                     *             "deleted": false,
                     *             "createdTime": "2026-11-23T13:48:57.011Z",
                     *             "modifiedTime": "2026-11-23T13:48:57.011Z"
                     *           },
                     *           {
                     *             "id": "w1m84anfc9000m8g02",
                     *             "name": "Favourites",
                     *             "isPrivate": false,
                     *             "deleted": false,
                     *             "createdTime": "2026-11-23T13:48:57.079Z",
                     *             "modifiedTime": "2026-11-23T13:48:57.097Z",
                     *             "customerId": "c1m84anerr0008sxx8wq4dvx0p1rx",
                     *             "customerRef": "c-1001"
                     *           }
                     *         ],
                     *         "shares": [],
                     *         "items": [
                     *           {
                     *             "id": "w1m84anex0000n78ys.11",
                     *             "wishlistId": "w1m84anex0000n78ys",
                     *             "product": {
                     *               "productId": "p1m84anf08000ynbzze13mmrevens",
                     *               "productRef": "tent",
                     *               "selectedVariantId": "p1m84anf08000ynbzze13mmrevens.11",
                     *               "selectedVariantRef": "tent-2"
                     *             },
                     *             "purchased": true,
                     *             "purchasedAndRemoved": false,
                     *             "addedFromCart": false,
                     *             "addedByStaff": false,
                     *             "disableNotification": false,
                     *             "prerelease": false,
                     *             "notifyMe": true,
                     *             "createdTime": "2026-11-23T13:48:56.789Z",
                     *             "modifiedTime": "2026-11-23T13:48:57.506Z",
                     *             "wishlistRef": "birthday",
                     *             "wishlistItemRef": "first",
                     *             "priceWhenAdded": {
                     *               "amount": "349.00",
                     *               "currency": "EUR"
                     *             },
                     *             "attributeGroups": {
                     *               "gift": {
                     *                 "attributes": {
                     *                   "occasion": "birthday"
                     *                 }
                     *               }
                     *             },
                     *             "purchasedDate": "2026-11-23T13:48:57.454Z"
                     *           },
                     *           {
                     *             "id": "w1m84anex0000n78ys.12",
                     *             "wishlistId": "w1m84anex0000n78ys",
                     *             "product": {
                     *               "productId": "p1m84anf08000ynbzze13mmrevens",
                     *               "productRef": "tent",
                     *               "selectedVariantId": "p1m84anf08000ynbzze13mmrevens.12",
                     *               "selectedVariantRef": "tent-3"
                     *             },
                     *             "purchased": false,
                     *             "purchasedAndRemoved": false,
                     *             "addedFromCart": false,
                     *             "addedByStaff": false,
                     *             "disableNotification": false,
                     *             "prerelease": false,
                     *             "notifyMe": false,
                     *             "createdTime": "2026-11-23T13:48:56.874Z",
                     *             "modifiedTime": "2026-11-23T13:48:58.000Z",
                     *             "wishlistRef": "birthday",
                     *             "wishlistItemRef": "second",
                     *             "priceWhenAdded": {
                     *               "amount": "429.00",
                     *               "currency": "EUR"
                     *             },
                     *             "waitingSince": "2026-11-23T13:48:56.927Z"
                     *           },
                     *           {
                     *             "id": "w1m84anex0000n78ys.14",
                     *             "wishlistId": "w1m84anex0000n78ys",
                     *             "product": {
                     *               "productRef": "stove",
                     *               "selectedVariantRef": "stove-2"
                     *             },
                     *             "purchased": false,
                     *             "purchasedAndRemoved": false,
                     *             "addedFromCart": false,
                     *             "addedByStaff": false,
                     *             "disableNotification": false,
                     *             "prerelease": false,
                     *             "notifyMe": false,
                     *             "createdTime": "2026-11-23T13:48:57.065Z",
                     *             "modifiedTime": "2026-11-23T13:48:57.065Z",
                     *             "wishlistRef": "birthday"
                     *           },
                     *           {
                     *             "id": "w1m84anf9k000xkfe7.11",
                     *             "wishlistId": "w1m84anf9k000xkfe7",
                     *             "product": {
                     *               "productRef": "stove",
                     *               "selectedVariantRef": "stove-2"
                     *             },
                     *             "purchased": false,
                     *             "purchasedAndRemoved": false,
                     *             "addedFromCart": false,
                     *             "addedByStaff": false,
                     *             "disableNotification": false,
                     *             "prerelease": false,
                     *             "notifyMe": false,
                     *             "createdTime": "2026-11-23T13:48:56.874Z",
                     *             "modifiedTime": "2026-11-23T13:48:57.044Z",
                     *             "waitingSince": "2026-11-23T13:48:56.952Z",
                     *             "wishlistRef": "camping"
                     *           }
                     *         ],
                     *         "deliveries": [],
                     *         "purchases": [
                     *           {
                     *             "orderRef": "o-1",
                     *             "revision": 1,
                     *             "lines": {
                     *               "1": {
                     *                 "wishlistId": "w1m84anex0000n78ys",
                     *                 "itemId": "w1m84anex0000n78ys.11",
                     *                 "rule": "email, variant",
                     *                 "number": 1,
                     *                 "wasRemoved": false,
                     *                 "sale": {
                     *                   "product": {
                     *                     "productId": "p1m84anf08000ynbzze13mmrevens",
                     *                     "productRef": "tent",
                     *                     "selectedVariantId": "p1m84anf08000ynbzze13mmrevens.11",
                     *                     "selectedVariantRef": "tent-2"
                     *                   },
                     *                   "time": "2026-11-23T13:48:57.454Z",
                     *                   "seconds": 0,
                     *                   "units": 1,
                     *                   "revenue": {
                     *                     "amount": "349.00",
                     *                     "currency": "EUR"
                     *                   }
                     *                 }
                     *               }
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PersonalData"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    erasePersonalData: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customerRef": "c-1001"
                 *     }
                 */
                "application/json": components["schemas"]["Person"];
            };
        };
        responses: {
            /** @description The receipt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1795441739596-0",
                     *       "time": "2026-11-23T13:48:59.596Z",
                     *       "customerIds": [
                     *         "c1m84anerr0008sxx8wq4dvx0p1rx"
                     *       ],
                     *       "erased": {
                     *         "deadLetters": 0,
                     *         "orders": 1,
                     *         "customers": 1,
                     *         "references": 2,
                     *         "claims": 0,
                     *         "alerts": 1,
                     *         "wishlists": 0,
                     *         "shares": 0,
                     *         "items": 0,
                     *         "deliveries": 0,
                     *         "purchases": 1
                     *       },
                     *       "proof": "eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl"
                     *     }
                     */
                    "application/json": components["schemas"]["ErasureReceipt"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listPrivacyRequests: {
        parameters: {
            query?: {
                /** @description Id of the last known entry. */
                after?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The oldest request first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requests": [
                     *         {
                     *           "id": "1795441739416-0",
                     *           "kind": "export",
                     *           "source": "api",
                     *           "time": "2026-11-23T13:48:59.392Z",
                     *           "customerIds": [
                     *             "c1m84anerr0008sxx8wq4dvx0p1rx"
                     *           ]
                     *         },
                     *         {
                     *           "id": "1795441739596-0",
                     *           "kind": "erasure",
                     *           "source": "api",
                     *           "time": "2026-11-23T13:48:59.596Z",
                     *           "customerIds": [
                     *             "c1m84anerr0008sxx8wq4dvx0p1rx"
                     *           ],
                     *           "erased": {
                     *             "deadLetters": 0,
                     *             "orders": 1,
                     *             "customers": 1,
                     *             "references": 2,
                     *             "claims": 0,
                     *             "alerts": 1,
                     *             "wishlists": 0,
                     *             "shares": 0,
                     *             "items": 0,
                     *             "deliveries": 0,
                     *             "purchases": 1
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PrivacyRequests"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    askToUnsubscribe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description What the link in the e-mail ends with. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page with a button. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The link is not from this service. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unsubscribe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description What the link in the e-mail ends with. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer is unsubscribed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The link is not from this service. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Try again later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reportMostWished: {
        parameters: {
            query?: {
                /** @description Time zone of the days, such as Europe/Berlin; default UTC. Days that an earlier version counted are UTC days until the operator runs a recount. */
                timezone?: string;
                /** @description First day, or a time whose UTC day counts; default 29 days before the last day. */
                from?: string;
                /** @description Last day (included), or a time whose UTC day counts; default today. At most 366 days. */
                to?: string;
                /** @description Only wishes for this location. */
                locationRef?: string;
                /** @description Rows at most. */
                limit?: number;
                /** @description What a row is. */
                by?: "variant" | "product";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Variants or products, the highest count first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "period": {
                     *         "from": "2026-10-25",
                     *         "to": "2026-11-23"
                     *       },
                     *       "rows": [
                     *         {
                     *           "productRef": "stove",
                     *           "productId": "p1m84angpq000r90v8fbbahpzpbv6",
                     *           "variantRef": "stove-2",
                     *           "variantId": "p1m84angpq000r90v8fbbahpzpbv6.11",
                     *           "title": "Stove",
                     *           "wishes": 2,
                     *           "removed": 0,
                     *           "standing": 2
                     *         },
                     *         {
                     *           "productRef": "tent",
                     *           "productId": "p1m84anf08000ynbzze13mmrevens",
                     *           "variantRef": "tent-3",
                     *           "variantId": "p1m84anf08000ynbzze13mmrevens.12",
                     *           "title": "Tent",
                     *           "variantTitle": "3 persons",
                     *           "sku": "T-3",
                     *           "wishes": 2,
                     *           "removed": 1,
                     *           "standing": 1
                     *         },
                     *         {
                     *           "productRef": "tent",
                     *           "productId": "p1m84anf08000ynbzze13mmrevens",
                     *           "variantRef": "tent-2",
                     *           "variantId": "p1m84anf08000ynbzze13mmrevens.11",
                     *           "title": "Tent",
                     *           "variantTitle": "2 persons",
                     *           "sku": "T-2",
                     *           "wishes": 1,
                     *           "removed": 0,
                     *           "standing": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MostWished"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    reportUnmetDemand: {
        parameters: {
            query?: {
                /** @description Time zone of the days, such as Europe/Berlin; default UTC. Days that an earlier version counted are UTC days until the operator runs a recount. */
                timezone?: string;
                /** @description First day, or a time whose UTC day counts; default 29 days before the last day. */
                from?: string;
                /** @description Last day (included), or a time whose UTC day counts; default today. At most 366 days. */
                to?: string;
                /** @description Only wishes for this location. */
                locationRef?: string;
                /** @description Rows at most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Variants, the highest count first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "period": {
                     *         "from": "2026-10-25",
                     *         "to": "2026-11-23"
                     *       },
                     *       "rows": []
                     *     }
                     */
                    "application/json": components["schemas"]["UnmetDemand"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    reportConversions: {
        parameters: {
            query?: {
                /** @description Time zone of the days, such as Europe/Berlin; default UTC. Days that an earlier version counted are UTC days until the operator runs a recount. */
                timezone?: string;
                /** @description First day, or a time whose UTC day counts; default 29 days before the last day. */
                from?: string;
                /** @description Last day (included), or a time whose UTC day counts; default today. At most 366 days. */
                to?: string;
                /** @description Only wishes for this location. */
                locationRef?: string;
                /** @description Rows at most. */
                limit?: number;
                /** @description What a row is. All days with a purchase are there, whatever the limit. */
                by?: "variant" | "day";
                /** @description Only purchases in this currency. */
                currency?: string;
                /** @description Which variants come first. Amounts are compared as numbers: name a currency too, where there are several. */
                sortBy?: "purchases" | "revenue";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Variants, one row per currency, the most purchases or the highest revenue first; with by=day the days, in order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "period": {
                     *         "from": "2026-10-25",
                     *         "to": "2026-11-23"
                     *       },
                     *       "rows": [
                     *         {
                     *           "productRef": "tent",
                     *           "productId": "p1m84anf08000ynbzze13mmrevens",
                     *           "variantRef": "tent-2",
                     *           "variantId": "p1m84anf08000ynbzze13mmrevens.11",
                     *           "title": "Tent",
                     *           "variantTitle": "2 persons",
                     *           "sku": "T-2",
                     *           "purchases": 1,
                     *           "units": 1,
                     *           "revenue": "349.00",
                     *           "currency": "EUR",
                     *           "averageDays": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Conversions"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    reportActivity: {
        parameters: {
            query?: {
                /** @description Time zone of the days, such as Europe/Berlin; default UTC. Days that an earlier version counted are UTC days until the operator runs a recount. */
                timezone?: string;
                /** @description First day, or a time whose UTC day counts; default 29 days before the last day. */
                from?: string;
                /** @description Last day (included), or a time whose UTC day counts; default today. At most 366 days. */
                to?: string;
                /** @description Only wishes for this location. */
                locationRef?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every day of the period, in order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "period": {
                     *         "from": "2026-10-25",
                     *         "to": "2026-11-23"
                     *       },
                     *       "rows": [
                     *         {
                     *           "day": "2026-10-25",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-10-26",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-10-27",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-10-28",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-10-29",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-10-30",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-10-31",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-01",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-02",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-03",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-04",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-05",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-06",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-07",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-08",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-09",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-10",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-11",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-12",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-13",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-14",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-15",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-16",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-17",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-18",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-19",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-20",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-21",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-22",
                     *           "added": 0,
                     *           "removed": 0,
                     *           "purchased": 0,
                     *           "wishlistsCreated": 0,
                     *           "wishlistsDeleted": 0,
                     *           "backInStockAlerts": 0,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         },
                     *         {
                     *           "day": "2026-11-23",
                     *           "added": 5,
                     *           "removed": 1,
                     *           "purchased": 1,
                     *           "wishlistsCreated": 6,
                     *           "wishlistsDeleted": 3,
                     *           "backInStockAlerts": 1,
                     *           "registerInterestAlerts": 0,
                     *           "priceDropAlerts": 0,
                     *           "lowStockAlerts": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Activity"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    reportGuests: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "wishlists": 0,
                     *       "openClaims": 0,
                     *       "guestDays": 90
                     *     }
                     */
                    "application/json": components["schemas"]["GuestFigures"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description Entries of the page; above 50 counts as 50. */
                pageSize?: number;
                /** @description `cursor` of the previous page; absent for the newest entries. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "id": "1795441739552-0",
                     *           "time": "2026-11-23T13:48:59.552Z",
                     *           "actor": {
                     *             "kind": "client",
                     *             "id": "demo-73990c18"
                     *           },
                     *           "action": "erasePersonalData",
                     *           "store": "default",
                     *           "requestId": "e74930e5-7a0b-4f1c-916a-2445e653541c",
                     *           "members": [
                     *             "customerRef"
                     *           ],
                     *           "outcome": "done"
                     *         }
                     *       ],
                     *       "cursor": "1795441739552-0"
                     *     }
                     */
                    "application/json": components["schemas"]["AuditEntries"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "removePurchased": false,
                     *       "allowDuplicateVariants": false,
                     *       "currency": "EUR",
                     *       "alerts": {
                     *         "backInStock": true,
                     *         "registerInterest": true,
                     *         "priceDrop": false,
                     *         "lowStock": false,
                     *         "threshold": 1,
                     *         "lowStockThreshold": 3,
                     *         "holdSeconds": 0,
                     *         "waveMultiple": 5,
                     *         "waveSeconds": 600,
                     *         "priceDropPercent": 5,
                     *         "priceDropAmount": 0,
                     *         "minStepPercent": 5,
                     *         "email": false
                     *       },
                     *       "mail": {
                     *         "shopName": null,
                     *         "shopUrl": null,
                     *         "replyTo": null,
                     *         "collectSeconds": 60,
                     *         "language": "en",
                     *         "texts": null
                     *       },
                     *       "sharing": {
                     *         "displayName": null,
                     *         "color": null,
                     *         "darkColor": null
                     *       },
                     *       "sources": {
                     *         "removePurchased": "default",
                     *         "allowDuplicateVariants": "default",
                     *         "currency": "tenant",
                     *         "alerts": {
                     *           "backInStock": "default",
                     *           "registerInterest": "default",
                     *           "priceDrop": "default",
                     *           "lowStock": "default",
                     *           "threshold": "default",
                     *           "lowStockThreshold": "default",
                     *           "holdSeconds": "tenant",
                     *           "waveMultiple": "default",
                     *           "waveSeconds": "default",
                     *           "priceDropPercent": "default",
                     *           "priceDropAmount": "default",
                     *           "minStepPercent": "default",
                     *           "email": "default"
                     *         },
                     *         "mail": {
                     *           "shopName": "default",
                     *           "shopUrl": "default",
                     *           "replyTo": "default",
                     *           "collectSeconds": "default",
                     *           "language": "default",
                     *           "texts": "default"
                     *         },
                     *         "sharing": {
                     *           "displayName": "default",
                     *           "color": "default",
                     *           "darkColor": "default"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "alerts": {
                 *         "holdSeconds": 0
                 *       },
                 *       "currency": "EUR"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateSettingsRequest"];
            };
        };
        responses: {
            /** @description The settings after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "removePurchased": false,
                     *       "allowDuplicateVariants": false,
                     *       "currency": "EUR",
                     *       "alerts": {
                     *         "backInStock": true,
                     *         "registerInterest": true,
                     *         "priceDrop": false,
                     *         "lowStock": false,
                     *         "threshold": 1,
                     *         "lowStockThreshold": 3,
                     *         "holdSeconds": 0,
                     *         "waveMultiple": 5,
                     *         "waveSeconds": 600,
                     *         "priceDropPercent": 5,
                     *         "priceDropAmount": 0,
                     *         "minStepPercent": 5,
                     *         "email": false
                     *       },
                     *       "mail": {
                     *         "shopName": null,
                     *         "shopUrl": null,
                     *         "replyTo": null,
                     *         "collectSeconds": 60,
                     *         "language": "en",
                     *         "texts": null
                     *       },
                     *       "sharing": {
                     *         "displayName": null,
                     *         "color": null,
                     *         "darkColor": null
                     *       },
                     *       "sources": {
                     *         "removePurchased": "default",
                     *         "allowDuplicateVariants": "default",
                     *         "currency": "tenant",
                     *         "alerts": {
                     *           "backInStock": "default",
                     *           "registerInterest": "default",
                     *           "priceDrop": "default",
                     *           "lowStock": "default",
                     *           "threshold": "default",
                     *           "lowStockThreshold": "default",
                     *           "holdSeconds": "tenant",
                     *           "waveMultiple": "default",
                     *           "waveSeconds": "default",
                     *           "priceDropPercent": "default",
                     *           "priceDropAmount": "default",
                     *           "minStepPercent": "default",
                     *           "email": "default"
                     *         },
                     *         "mail": {
                     *           "shopName": "default",
                     *           "shopUrl": "default",
                     *           "replyTo": "default",
                     *           "collectSeconds": "default",
                     *           "language": "default",
                     *           "texts": "default"
                     *         },
                     *         "sharing": {
                     *           "displayName": "default",
                     *           "color": "default",
                     *           "darkColor": "default"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listClients: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All clients, the oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clients": [
                     *         {
                     *           "clientId": "demo-73990c18",
                     *           "store": "default",
                     *           "scopes": [
                     *             "wishlists:read",
                     *             "wishlists:write",
                     *             "customers:read",
                     *             "customers:write",
                     *             "catalogue:read",
                     *             "catalogue:write",
                     *             "orders:read",
                     *             "orders:write",
                     *             "events:read",
                     *             "events:write",
                     *             "reports:read",
                     *             "exports:read",
                     *             "exports:write",
                     *             "exports:personal",
                     *             "settings:read",
                     *             "settings:write",
                     *             "clients:read",
                     *             "clients:write",
                     *             "privacy:read",
                     *             "privacy:write",
                     *             "audit:read",
                     *             "tokens:exchange"
                     *           ],
                     *           "disabled": false,
                     *           "secrets": 1,
                     *           "createdTime": "2026-11-23T13:48:55.891Z"
                     *         },
                     *         {
                     *           "clientId": "demo-9558aba3",
                     *           "store": "default",
                     *           "scopes": [
                     *             "wishlists:read",
                     *             "wishlists:write"
                     *           ],
                     *           "disabled": false,
                     *           "secrets": 1,
                     *           "createdTime": "2026-11-23T13:48:59.290Z"
                     *         }
                     *       ],
                     *       "stores": [
                     *         "default"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Clients"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "scopes": [
                 *         "wishlists:read",
                 *         "wishlists:write"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateClientRequest"];
            };
        };
        responses: {
            /** @description The new client, with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clientId": "demo-9558aba3",
                     *       "store": "default",
                     *       "scopes": [
                     *         "wishlists:read",
                     *         "wishlists:write"
                     *       ],
                     *       "disabled": false,
                     *       "secrets": 1,
                     *       "createdTime": "2026-11-23T13:48:59.290Z",
                     *       "clientSecret": "the-secret-of-this-client"
                     *     }
                     */
                    "application/json": components["schemas"]["ClientWithSecret"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The client's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "scopes": [
                 *         "wishlists:read"
                 *       ],
                 *       "disabled": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateClientRequest"];
            };
        };
        responses: {
            /** @description The client after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clientId": "demo-9558aba3",
                     *       "store": "default",
                     *       "scopes": [
                     *         "wishlists:read"
                     *       ],
                     *       "disabled": true,
                     *       "secrets": 1,
                     *       "createdTime": "2026-11-23T13:48:59.290Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Client"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The client's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    rotateClientSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The client's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlapSeconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["RotateClientSecretRequest"];
            };
        };
        responses: {
            /** @description The client, with its new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clientId": "demo-9558aba3",
                     *       "store": "default",
                     *       "scopes": [
                     *         "wishlists:read"
                     *       ],
                     *       "disabled": true,
                     *       "secrets": 2,
                     *       "createdTime": "2026-11-23T13:48:59.290Z",
                     *       "clientSecret": "the-secret-of-this-client"
                     *     }
                     */
                    "application/json": components["schemas"]["ClientWithSecret"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    issueToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's id. */
                tenant: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grant_type": "client_credentials",
                 *       "client_id": "demo-7f3k2m",
                 *       "client_secret": "the-secret-of-this-client"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["IssueTokenRequest"];
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl",
                     *       "expires_in": 3600,
                     *       "refresh_expires_in": 0,
                     *       "token_type": "Bearer",
                     *       "not-before-policy": 0,
                     *       "scope": "wishlists:read wishlists:write customers:read customers:write catalogue:read catalogue:write orders:read orders:write events:read events:write reports:read exports:read exports:write exports:personal settings:read settings:write clients:read clients:write privacy:read privacy:write audit:read tokens:exchange"
                     *     }
                     */
                    "application/json": components["schemas"]["Token"];
                };
            };
            /** @description The request or the client is not acceptable. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description The client of HTTP Basic is not acceptable. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description The client is disabled or the tenant suspended. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description The realm does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description The body is not a form. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Too many refused requests, or too many tokens of the tenant. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's id. */
                tenant: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "kty": "EC",
                     *           "x": "GFd3U5AvSL-1AS1FsibYg8GJTWxVGoohIc2jYwbUCBE",
                     *           "y": "ZM9eADtC69isW7oOB3Qh1qbUuuMxkCgKGKeV72G-z-c",
                     *           "crv": "P-256",
                     *           "kid": "RFUSc3XVL7iZvrAv",
                     *           "alg": "ES256",
                     *           "use": "sig"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The realm does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
        };
    };
    discoverRealm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's id. */
                tenant: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The discovery document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "issuer": "http://wishlist.test/auth/realms/demo",
                     *       "token_endpoint": "http://wishlist.test/auth/realms/demo/protocol/openid-connect/token",
                     *       "jwks_uri": "http://wishlist.test/auth/realms/demo/protocol/openid-connect/certs",
                     *       "grant_types_supported": [
                     *         "client_credentials",
                     *         "urn:ietf:params:oauth:grant-type:token-exchange"
                     *       ],
                     *       "response_types_supported": [],
                     *       "subject_types_supported": [
                     *         "public"
                     *       ],
                     *       "id_token_signing_alg_values_supported": [
                     *         "ES256"
                     *       ],
                     *       "token_endpoint_auth_methods_supported": [
                     *         "client_secret_post",
                     *         "client_secret_basic"
                     *       ],
                     *       "scopes_supported": [
                     *         "wishlists:read",
                     *         "wishlists:write",
                     *         "customers:read",
                     *         "customers:write",
                     *         "catalogue:read",
                     *         "catalogue:write",
                     *         "orders:read",
                     *         "orders:write",
                     *         "events:read",
                     *         "events:write",
                     *         "reports:read",
                     *         "exports:read",
                     *         "exports:write",
                     *         "exports:personal",
                     *         "settings:read",
                     *         "settings:write",
                     *         "clients:read",
                     *         "clients:write",
                     *         "privacy:read",
                     *         "privacy:write",
                     *         "audit:read",
                     *         "tokens:exchange",
                     *         "shopper"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The realm does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
        };
    };
    isLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "UP"
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    isReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "UP",
                     *       "checks": [
                     *         {
                     *           "name": "serving",
                     *           "status": "UP"
                     *         },
                     *         {
                     *           "name": "redis",
                     *           "status": "UP"
                     *         },
                     *         {
                     *           "name": "primary",
                     *           "status": "UP"
                     *         }
                     *       ],
                     *       "storeMemory": {
                     *         "usedBytes": 2575416,
                     *         "limitBytes": 0,
                     *         "isNearLimit": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The process is starting, draining, or without a Redis that accepts writes. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API as OpenAPI 3.1. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    sdkUpdateWishlistById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path: {
                /** @description The service's id of the wishlist. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "For the summer"
                 *     }
                 */
                "application/json": components["schemas"]["SdkUpdateWishlistByIdRequest"];
            };
        };
        responses: {
            /** @description The changed wishlist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m84ang1s000kj8he",
                     *       "customerId": "c1m84anfxh000r93yrrc9e0njybvf",
                     *       "customerRef": "c-2001",
                     *       "name": "Garden",
                     *       "wishlistRef": "garden",
                     *       "isPrivate": false,
                     *       "deleted": false,
                     *       "createdTime": "2026-11-23T13:48:57.785Z",
                     *       "modifiedTime": "2026-11-23T13:48:57.856Z",
                     *       "description": "For the summer"
                     *     }
                     */
                    "application/json": components["schemas"]["Wishlist"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkUpdateWishlistByRef: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path: {
                /** @description The retailer's reference of the wishlist. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isPrivate": true
                 *     }
                 */
                "application/json": components["schemas"]["SdkUpdateWishlistByRefRequest"];
            };
        };
        responses: {
            /** @description The changed wishlist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m84ang1s000kj8he",
                     *       "customerId": "c1m84anfxh000r93yrrc9e0njybvf",
                     *       "customerRef": "c-2001",
                     *       "name": "Garden",
                     *       "wishlistRef": "garden",
                     *       "isPrivate": true,
                     *       "deleted": false,
                     *       "createdTime": "2026-11-23T13:48:57.785Z",
                     *       "modifiedTime": "2026-11-23T13:48:57.879Z",
                     *       "description": "For the summer"
                     *     }
                     */
                    "application/json": components["schemas"]["Wishlist"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkGetWishlistsByCustomerId: {
        parameters: {
            query?: {
                /** @description Entries of the page; above 50 counts as 50. */
                pageSize?: number;
                /** @description Only entries with an id greater than this one are returned. */
                lastItemId?: string;
            };
            header?: never;
            path: {
                /** @description The service's id of the customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of wishlists. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "wishlistCount": 1,
                     *       "lastEvaluatedWishlistId": "w1m84ang1s000kj8he",
                     *       "wishlist": [
                     *         {
                     *           "id": "w1m84ang1s000kj8he",
                     *           "customerId": "c1m84anfxh000r93yrrc9e0njybvf",
                     *           "customerRef": "c-2001",
                     *           "name": "Garden",
                     *           "wishlistRef": "garden",
                     *           "isPrivate": true,
                     *           "deleted": false,
                     *           "createdTime": "2026-11-23T13:48:57.785Z",
                     *           "modifiedTime": "2026-11-23T13:48:57.879Z",
                     *           "description": "For the summer",
                     *           "wishlistItems": [
                     *             {
                     *               "id": "w1m84ang1s000kj8he.11",
                     *               "wishlistId": "w1m84ang1s000kj8he",
                     *               "product": {
                     *                 "productId": "p1m84anf08000ynbzze13mmrevens",
                     *                 "productRef": "tent",
                     *                 "selectedVariantId": "p1m84anf08000ynbzze13mmrevens.12",
                     *                 "selectedVariantRef": "tent-3"
                     *               },
                     *               "purchased": false,
                     *               "purchasedAndRemoved": false,
                     *               "addedFromCart": false,
                     *               "addedByStaff": false,
                     *               "disableNotification": false,
                     *               "prerelease": false,
                     *               "notifyMe": true,
                     *               "createdTime": "2026-11-23T13:48:57.809Z",
                     *               "modifiedTime": "2026-11-23T13:48:57.809Z",
                     *               "wishlistRef": "garden",
                     *               "wishlistItemRef": "third",
                     *               "priceWhenAdded": {
                     *                 "amount": "429.00",
                     *                 "currency": "EUR"
                     *               }
                     *             }
                     *           ],
                     *           "itemCount": 1,
                     *           "lastEvaluatedItemId": "w1m84ang1s000kj8he.11"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WishlistPage"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkGetWishlistsByCustomerRef: {
        parameters: {
            query?: {
                /** @description Entries of the page; above 50 counts as 50. */
                pageSize?: number;
                /** @description Only entries with an id greater than this one are returned. */
                lastItemId?: string;
            };
            header?: never;
            path: {
                /** @description The retailer's reference of the customer. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of wishlists. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "wishlistCount": 1,
                     *       "lastEvaluatedWishlistId": "w1m84ang1s000kj8he",
                     *       "wishlist": [
                     *         {
                     *           "id": "w1m84ang1s000kj8he",
                     *           "customerId": "c1m84anfxh000r93yrrc9e0njybvf",
                     *           "customerRef": "c-2001",
                     *           "name": "Garden",
                     *           "wishlistRef": "garden",
                     *           "isPrivate": true,
                     *           "deleted": false,
                     *           "createdTime": "2026-11-23T13:48:57.785Z",
                     *           "modifiedTime": "2026-11-23T13:48:57.879Z",
                     *           "description": "For the summer",
                     *           "wishlistItems": [
                     *             {
                     *               "id": "w1m84ang1s000kj8he.11",
                     *               "wishlistId": "w1m84ang1s000kj8he",
                     *               "product": {
                     *                 "productId": "p1m84anf08000ynbzze13mmrevens",
                     *                 "productRef": "tent",
                     *                 "selectedVariantId": "p1m84anf08000ynbzze13mmrevens.12",
                     *                 "selectedVariantRef": "tent-3"
                     *               },
                     *               "purchased": false,
                     *               "purchasedAndRemoved": false,
                     *               "addedFromCart": false,
                     *               "addedByStaff": false,
                     *               "disableNotification": false,
                     *               "prerelease": false,
                     *               "notifyMe": true,
                     *               "createdTime": "2026-11-23T13:48:57.809Z",
                     *               "modifiedTime": "2026-11-23T13:48:57.809Z",
                     *               "wishlistRef": "garden",
                     *               "wishlistItemRef": "third",
                     *               "priceWhenAdded": {
                     *                 "amount": "429.00",
                     *                 "currency": "EUR"
                     *               }
                     *             }
                     *           ],
                     *           "itemCount": 1,
                     *           "lastEvaluatedItemId": "w1m84ang1s000kj8he.11"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WishlistPage"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkGetWishlistById: {
        parameters: {
            query?: {
                /** @description Entries of the page; above 50 counts as 50. */
                pageSize?: number;
                /** @description Only entries with an id greater than this one are returned. */
                lastItemId?: string;
            };
            header?: {
                /** @description Entity tag that the caller has; the answer is 304 while it is current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The service's id of the wishlist. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wishlist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m84ang1s000kj8he",
                     *       "customerId": "c1m84anfxh000r93yrrc9e0njybvf",
                     *       "customerRef": "c-2001",
                     *       "name": "Garden",
                     *       "wishlistRef": "garden",
                     *       "isPrivate": true,
                     *       "deleted": false,
                     *       "createdTime": "2026-11-23T13:48:57.785Z",
                     *       "modifiedTime": "2026-11-23T13:48:57.879Z",
                     *       "description": "For the summer",
                     *       "wishlistItems": [
                     *         {
                     *           "id": "w1m84ang1s000kj8he.11",
                     *           "wishlistId": "w1m84ang1s000kj8he",
                     *           "product": {
                     *             "productId": "p1m84anf08000ynbzze13mmrevens",
                     *             "productRef": "tent",
                     *             "selectedVariantId": "p1m84anf08000ynbzze13mmrevens.12",
                     *             "selectedVariantRef": "tent-3"
                     *           },
                     *           "purchased": false,
                     *           "purchasedAndRemoved": false,
                     *           "addedFromCart": false,
                     *           "addedByStaff": false,
                     *           "disableNotification": false,
                     *           "prerelease": false,
                     *           "notifyMe": true,
                     *           "createdTime": "2026-11-23T13:48:57.809Z",
                     *           "modifiedTime": "2026-11-23T13:48:57.809Z",
                     *           "wishlistRef": "garden",
                     *           "wishlistItemRef": "third",
                     *           "priceWhenAdded": {
                     *             "amount": "429.00",
                     *             "currency": "EUR"
                     *           }
                     *         }
                     *       ],
                     *       "itemCount": 1,
                     *       "lastEvaluatedItemId": "w1m84ang1s000kj8he.11"
                     *     }
                     */
                    "application/json": components["schemas"]["WishlistWithItems"];
                };
            };
            /** @description The caller has this version. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkDeleteWishlistById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path: {
                /** @description The service's id of the wishlist. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkGetWishlistByRef: {
        parameters: {
            query?: {
                /** @description Entries of the page; above 50 counts as 50. */
                pageSize?: number;
                /** @description Only entries with an id greater than this one are returned. */
                lastItemId?: string;
            };
            header?: {
                /** @description Entity tag that the caller has; the answer is 304 while it is current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The retailer's reference of the wishlist. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wishlist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m84ang1s000kj8he",
                     *       "customerId": "c1m84anfxh000r93yrrc9e0njybvf",
                     *       "customerRef": "c-2001",
                     *       "name": "Garden",
                     *       "wishlistRef": "garden",
                     *       "isPrivate": true,
                     *       "deleted": false,
                     *       "createdTime": "2026-11-23T13:48:57.785Z",
                     *       "modifiedTime": "2026-11-23T13:48:57.879Z",
                     *       "description": "For the summer",
                     *       "wishlistItems": [
                     *         {
                     *           "id": "w1m84ang1s000kj8he.11",
                     *           "wishlistId": "w1m84ang1s000kj8he",
                     *           "product": {
                     *             "productId": "p1m84anf08000ynbzze13mmrevens",
                     *             "productRef": "tent",
                     *             "selectedVariantId": "p1m84anf08000ynbzze13mmrevens.12",
                     *             "selectedVariantRef": "tent-3"
                     *           },
                     *           "purchased": false,
                     *           "purchasedAndRemoved": false,
                     *           "addedFromCart": false,
                     *           "addedByStaff": false,
                     *           "disableNotification": false,
                     *           "prerelease": false,
                     *           "notifyMe": true,
                     *           "createdTime": "2026-11-23T13:48:57.809Z",
                     *           "modifiedTime": "2026-11-23T13:48:57.809Z",
                     *           "wishlistRef": "garden",
                     *           "wishlistItemRef": "third",
                     *           "priceWhenAdded": {
                     *             "amount": "429.00",
                     *             "currency": "EUR"
                     *           }
                     *         }
                     *       ],
                     *       "itemCount": 1,
                     *       "lastEvaluatedItemId": "w1m84ang1s000kj8he.11"
                     *     }
                     */
                    "application/json": components["schemas"]["WishlistWithItems"];
                };
            };
            /** @description The caller has this version. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkDeleteWishlistByRef: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path: {
                /** @description The retailer's reference of the wishlist. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkGetItemByRef: {
        parameters: {
            query?: {
                /** @description Selects the wishlist if several have an item with the reference. */
                wishlistId?: string;
                /** @description Selects the wishlist if several have an item with the reference. */
                wishlistRef?: string;
            };
            header?: {
                /** @description Entity tag that the caller has; the answer is 304 while it is current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The retailer's reference of the item. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m84ang1s000kj8he.11",
                     *       "wishlistId": "w1m84ang1s000kj8he",
                     *       "product": {
                     *         "productId": "p1m84anf08000ynbzze13mmrevens",
                     *         "productRef": "tent",
                     *         "selectedVariantId": "p1m84anf08000ynbzze13mmrevens.12",
                     *         "selectedVariantRef": "tent-3"
                     *       },
                     *       "purchased": false,
                     *       "purchasedAndRemoved": false,
                     *       "addedFromCart": false,
                     *       "addedByStaff": false,
                     *       "disableNotification": false,
                     *       "prerelease": false,
                     *       "notifyMe": true,
                     *       "createdTime": "2026-11-23T13:48:57.809Z",
                     *       "modifiedTime": "2026-11-23T13:48:57.809Z",
                     *       "wishlistRef": "garden",
                     *       "wishlistItemRef": "third",
                     *       "priceWhenAdded": {
                     *         "amount": "429.00",
                     *         "currency": "EUR"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WishlistItem"];
                };
            };
            /** @description The caller has this version. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkSearchCustomers: {
        parameters: {
            query?: {
                /** @description Either this, a name or a phone number is needed. */
                email?: string;
                /** @description In any format; in E.164 format, such as +4930123456, it is unique. */
                phone?: string;
                /** @description Without regard to case. */
                firstName?: string;
                /** @description Without regard to case. */
                lastName?: string;
                /** @description In any format. */
                mobile?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "c1m84anfxh000r93yrrc9e0njybvf",
                     *         "customerRef": "c-2001",
                     *         "email": "grace.h@shop.example",
                     *         "firstName": "Grace",
                     *         "lastName": "Hopper",
                     *         "loyaltyTier": "gold",
                     *         "mobile": "0400 123 456",
                     *         "vipStatus": true,
                     *         "phone": "02 9876 5432",
                     *         "accepts_marketing": true,
                     *         "createdDate": "2026-11-23T13:48:57.649Z",
                     *         "customer_state": "disabled",
                     *         "lastModifiedDate": "2026-11-23T13:48:57.755Z",
                     *         "taxExempt": false,
                     *         "taxExemptions": [],
                     *         "totalOrders": 0,
                     *         "totalSpend": 0,
                     *         "verified_email": false,
                     *         "active": true,
                     *         "deleted": false,
                     *         "addresses": [
                     *           {
                     *             "address1": "Wish Street 3",
                     *             "city": "Sydney",
                     *             "countryCode": "AU",
                     *             "postcode": "2000"
                     *           }
                     *         ],
                     *         "optin_preferences": {
                     *           "email": {
                     *             "opt_in_active": true,
                     *             "opt_in_level": "single_opt_in",
                     *             "opt_in_updated_at": "2026-11-23T13:48:57.649Z",
                     *             "opted_in_at": "2026-11-23T13:48:57.649Z"
                     *           },
                     *           "sms": {
                     *             "opt_in_active": false
                     *           }
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SdkCustomerRecord"][];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkUpdateCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customerRef": "c-2001",
                 *       "loyaltyTier": "gold"
                 *     }
                 */
                "application/json": components["schemas"]["SdkCustomer"];
            };
        };
        responses: {
            /** @description The changed customer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c1m84anfxh000r93yrrc9e0njybvf",
                     *       "customerRef": "c-2001",
                     *       "email": "grace.h@shop.example",
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "loyaltyTier": "gold",
                     *       "mobile": "0400 123 456",
                     *       "accepts_marketing": true,
                     *       "createdDate": "2026-11-23T13:48:57.649Z",
                     *       "customer_state": "disabled",
                     *       "lastModifiedDate": "2026-11-23T13:48:57.704Z",
                     *       "taxExempt": false,
                     *       "taxExemptions": [],
                     *       "totalOrders": 0,
                     *       "totalSpend": 0,
                     *       "verified_email": false,
                     *       "active": true,
                     *       "deleted": false,
                     *       "addresses": [
                     *         {
                     *           "address1": "Wish Street 3",
                     *           "city": "Sydney",
                     *           "countryCode": "AU",
                     *           "postcode": "2000"
                     *         }
                     *       ],
                     *       "optin_preferences": {
                     *         "email": {
                     *           "opt_in_active": true,
                     *           "opt_in_level": "single_opt_in",
                     *           "opt_in_updated_at": "2026-11-23T13:48:57.649Z",
                     *           "opted_in_at": "2026-11-23T13:48:57.649Z"
                     *         },
                     *         "sms": {
                     *           "opt_in_active": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SdkCustomerRecord"];
                };
            };
            400: components["responses"]["Problem400_3"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405_2"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkCreateCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customerRef": "c-2001",
                 *       "email": "grace.h@shop.example",
                 *       "firstName": "Grace",
                 *       "lastName": "Hopper",
                 *       "mobile": "0400 123 456",
                 *       "addresses": [
                 *         {
                 *           "address1": "Wish Street 3",
                 *           "city": "Sydney",
                 *           "countryCode": "AU",
                 *           "postcode": "2000"
                 *         }
                 *       ],
                 *       "optin_preferences": {
                 *         "email": {
                 *           "opt_in_active": true
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SdkCustomer"];
            };
        };
        responses: {
            /** @description The new customer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c1m84anfxh000r93yrrc9e0njybvf",
                     *       "customerRef": "c-2001",
                     *       "email": "grace.h@shop.example",
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "mobile": "0400 123 456",
                     *       "accepts_marketing": true,
                     *       "createdDate": "2026-11-23T13:48:57.649Z",
                     *       "customer_state": "disabled",
                     *       "lastModifiedDate": "2026-11-23T13:48:57.649Z",
                     *       "taxExempt": false,
                     *       "taxExemptions": [],
                     *       "totalOrders": 0,
                     *       "totalSpend": 0,
                     *       "verified_email": false,
                     *       "active": true,
                     *       "deleted": false,
                     *       "addresses": [
                     *         {
                     *           "address1": "Wish Street 3",
                     *           "city": "Sydney",
                     *           "countryCode": "AU",
                     *           "postcode": "2000"
                     *         }
                     *       ],
                     *       "optin_preferences": {
                     *         "email": {
                     *           "opt_in_active": true,
                     *           "opt_in_level": "single_opt_in",
                     *           "opt_in_updated_at": "2026-11-23T13:48:57.649Z",
                     *           "opted_in_at": "2026-11-23T13:48:57.649Z"
                     *         },
                     *         "sms": {
                     *           "opt_in_active": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SdkCustomerRecord"];
                };
            };
            400: components["responses"]["Problem400_3"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405_2"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkDeleteCustomer: {
        parameters: {
            query?: {
                /** @description The service's id of the customer. Either id or customerRef is needed. */
                id?: string;
                /** @description The retailer's reference of the customer. */
                customerRef?: string;
            };
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkUploadCustomers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "customerRef": "c-2002",
                 *         "email": "mary@shop.example",
                 *         "firstName": "Mary"
                 *       },
                 *       {
                 *         "customerRef": "c-2003",
                 *         "email": "not an address"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["SdkUploadCustomersRequest"];
            };
        };
        responses: {
            /** @description The result of each customer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "customers": [
                     *         {
                     *           "id": "c1m84anfy9000p8pjv9maemp4a67a",
                     *           "customerRef": "c-2002",
                     *           "status": "created"
                     *         },
                     *         {
                     *           "customerRef": "c-2003",
                     *           "status": "rejected",
                     *           "error": {
                     *             "code": "InvalidInput",
                     *             "detail": "/email must be an e-mail address",
                     *             "errors": [
                     *               {
                     *                 "path": "/email",
                     *                 "message": "must be an e-mail address"
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SdkUploadedCustomers"];
                };
            };
            400: components["responses"]["Problem400_3"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405_2"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkUpdateCustomerById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path: {
                /** @description The service's id of the customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "vipStatus": true
                 *     }
                 */
                "application/json": components["schemas"]["SdkCustomer"];
            };
        };
        responses: {
            /** @description The changed customer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c1m84anfxh000r93yrrc9e0njybvf",
                     *       "customerRef": "c-2001",
                     *       "email": "grace.h@shop.example",
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "loyaltyTier": "gold",
                     *       "mobile": "0400 123 456",
                     *       "vipStatus": true,
                     *       "accepts_marketing": true,
                     *       "createdDate": "2026-11-23T13:48:57.649Z",
                     *       "customer_state": "disabled",
                     *       "lastModifiedDate": "2026-11-23T13:48:57.731Z",
                     *       "taxExempt": false,
                     *       "taxExemptions": [],
                     *       "totalOrders": 0,
                     *       "totalSpend": 0,
                     *       "verified_email": false,
                     *       "active": true,
                     *       "deleted": false,
                     *       "addresses": [
                     *         {
                     *           "address1": "Wish Street 3",
                     *           "city": "Sydney",
                     *           "countryCode": "AU",
                     *           "postcode": "2000"
                     *         }
                     *       ],
                     *       "optin_preferences": {
                     *         "email": {
                     *           "opt_in_active": true,
                     *           "opt_in_level": "single_opt_in",
                     *           "opt_in_updated_at": "2026-11-23T13:48:57.649Z",
                     *           "opted_in_at": "2026-11-23T13:48:57.649Z"
                     *         },
                     *         "sms": {
                     *           "opt_in_active": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SdkCustomerRecord"];
                };
            };
            400: components["responses"]["Problem400_3"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405_2"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkUpdateCustomerByRef: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path: {
                /** @description The retailer's reference of the customer. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone": "02 9876 5432"
                 *     }
                 */
                "application/json": components["schemas"]["SdkCustomer"];
            };
        };
        responses: {
            /** @description The changed customer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c1m84anfxh000r93yrrc9e0njybvf",
                     *       "customerRef": "c-2001",
                     *       "email": "grace.h@shop.example",
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "loyaltyTier": "gold",
                     *       "mobile": "0400 123 456",
                     *       "vipStatus": true,
                     *       "phone": "02 9876 5432",
                     *       "accepts_marketing": true,
                     *       "createdDate": "2026-11-23T13:48:57.649Z",
                     *       "customer_state": "disabled",
                     *       "lastModifiedDate": "2026-11-23T13:48:57.755Z",
                     *       "taxExempt": false,
                     *       "taxExemptions": [],
                     *       "totalOrders": 0,
                     *       "totalSpend": 0,
                     *       "verified_email": false,
                     *       "active": true,
                     *       "deleted": false,
                     *       "addresses": [
                     *         {
                     *           "address1": "Wish Street 3",
                     *           "city": "Sydney",
                     *           "countryCode": "AU",
                     *           "postcode": "2000"
                     *         }
                     *       ],
                     *       "optin_preferences": {
                     *         "email": {
                     *           "opt_in_active": true,
                     *           "opt_in_level": "single_opt_in",
                     *           "opt_in_updated_at": "2026-11-23T13:48:57.649Z",
                     *           "opted_in_at": "2026-11-23T13:48:57.649Z"
                     *         },
                     *         "sms": {
                     *           "opt_in_active": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SdkCustomerRecord"];
                };
            };
            400: components["responses"]["Problem400_3"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405_2"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkGetCustomerById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tag that the caller has; the answer is 304 while it is current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The service's id of the customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c1m84anfxh000r93yrrc9e0njybvf",
                     *       "customerRef": "c-2001",
                     *       "email": "grace.h@shop.example",
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "loyaltyTier": "gold",
                     *       "mobile": "0400 123 456",
                     *       "vipStatus": true,
                     *       "phone": "02 9876 5432",
                     *       "accepts_marketing": true,
                     *       "createdDate": "2026-11-23T13:48:57.649Z",
                     *       "customer_state": "disabled",
                     *       "lastModifiedDate": "2026-11-23T13:48:57.755Z",
                     *       "taxExempt": false,
                     *       "taxExemptions": [],
                     *       "totalOrders": 0,
                     *       "totalSpend": 0,
                     *       "verified_email": false,
                     *       "active": true,
                     *       "deleted": false,
                     *       "addresses": [
                     *         {
                     *           "address1": "Wish Street 3",
                     *           "city": "Sydney",
                     *           "countryCode": "AU",
                     *           "postcode": "2000"
                     *         }
                     *       ],
                     *       "optin_preferences": {
                     *         "email": {
                     *           "opt_in_active": true,
                     *           "opt_in_level": "single_opt_in",
                     *           "opt_in_updated_at": "2026-11-23T13:48:57.649Z",
                     *           "opted_in_at": "2026-11-23T13:48:57.649Z"
                     *         },
                     *         "sms": {
                     *           "opt_in_active": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SdkCustomerRecord"];
                };
            };
            /** @description The caller has this version. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkDeleteCustomerById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours takes effect once and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have. */
                "If-Match"?: string;
            };
            path: {
                /** @description The service's id of the customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkGetCustomerByRef: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tag that the caller has; the answer is 304 while it is current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The retailer's reference of the customer. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c1m84anfxh000r93yrrc9e0njybvf",
                     *       "customerRef": "c-2001",
                     *       "email": "grace.h@shop.example",
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "loyaltyTier": "gold",
                     *       "mobile": "0400 123 456",
                     *       "vipStatus": true,
                     *       "phone": "02 9876 5432",
                     *       "accepts_marketing": true,
                     *       "createdDate": "2026-11-23T13:48:57.649Z",
                     *       "customer_state": "disabled",
                     *       "lastModifiedDate": "2026-11-23T13:48:57.755Z",
                     *       "taxExempt": false,
                     *       "taxExemptions": [],
                     *       "totalOrders": 0,
                     *       "totalSpend": 0,
                     *       "verified_email": false,
                     *       "active": true,
                     *       "deleted": false,
                     *       "addresses": [
                     *         {
                     *           "address1": "Wish Street 3",
                     *           "city": "Sydney",
                     *           "countryCode": "AU",
                     *           "postcode": "2000"
                     *         }
                     *       ],
                     *       "optin_preferences": {
                     *         "email": {
                     *           "opt_in_active": true,
                     *           "opt_in_level": "single_opt_in",
                     *           "opt_in_updated_at": "2026-11-23T13:48:57.649Z",
                     *           "opted_in_at": "2026-11-23T13:48:57.649Z"
                     *         },
                     *         "sms": {
                     *           "opt_in_active": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SdkCustomerRecord"];
                };
            };
            /** @description The caller has this version. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    onCustomerCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same at each attempt and at a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body; two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description The endpoint is gone; it is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted; it is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCustomerUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same at each attempt and at a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body; two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description The endpoint is gone; it is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted; it is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCustomerDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same at each attempt and at a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body; two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description The endpoint is gone; it is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted; it is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWishlistCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same at each attempt and at a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body; two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description The endpoint is gone; it is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted; it is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWishlistUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same at each attempt and at a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body; two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description The endpoint is gone; it is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted; it is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWishlistDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same at each attempt and at a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body; two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description The endpoint is gone; it is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted; it is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWishlistItemAdded: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same at each attempt and at a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body; two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description The endpoint is gone; it is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted; it is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWishlistItemUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same at each attempt and at a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body; two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description The endpoint is gone; it is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted; it is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWishlistItemRemoved: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same at each attempt and at a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body; two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description The endpoint is gone; it is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted; it is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWishlistItemPurchased: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same at each attempt and at a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body; two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description The endpoint is gone; it is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted; it is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWishlistItemPurchaseReverted: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same at each attempt and at a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body; two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description The endpoint is gone; it is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted; it is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderReceived: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same at each attempt and at a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body; two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description The endpoint is gone; it is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted; it is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAlertBackInStock: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same at each attempt and at a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body; two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description The endpoint is gone; it is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted; it is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAlertRegisterInterest: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same at each attempt and at a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body; two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description The endpoint is gone; it is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted; it is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAlertPriceDrop: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same at each attempt and at a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body; two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description The endpoint is gone; it is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted; it is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAlertLowStock: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same at each attempt and at a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body; two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description The endpoint is gone; it is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted; it is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookEndpointDisabled: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same at each attempt and at a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body; two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description The endpoint is gone; it is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted; it is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
