// Generated from the OpenAPI document by `npm run client`.
// Digest of both: 1e15ef560624da19cef1cd404c4efb15d822996d096ebabb904d867d09a88278

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
         * @description Customers with a wish for a variant, or for any variant of a product, that has notifyMe or preRelease. Each customer has the ids of these wishes. A page can be shorter than requested and not be the last one; a customer with several wishes can be on several pages. If the catalogue does not have the variant, send both productRef and variantRef; with only one of them, the page is empty.
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
         * @description Sets notifyMe or prerelease of the wishes to false. If there are many wishes, the answer is 202 and a job resets the rest; request the progress with the id of the answer. A wish whose flag is set after the start keeps it. If the catalogue does not have the variant, send both productRef and variantRef; with only one of them, no wish is reset.
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
         * @description The progress can be read for a week after the last step of the reset, if it is one of the newest 1,000 resets of the store that have ended.
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
         * @description Counts the wishes in the waiting lists of the variants, including purchased wishes. A wish whose variant has changed can still count for the old variant. If the catalogue does not have the variant, send both productRef and variantRef; with only one of them, the count is 0. Also served at /services/wsservice/api/wishlist/itemPopularity.
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
         * @description The wishlist and a page of its items, in ascending order of their ids. Send lastEvaluatedItemId as lastItemId for the next page.
         */
        get: operations["getWishlist"];
        /**
         * Change a wishlist's metadata
         * @description Fields in the body are set, null clears an optional field, and absent fields do not change. Items do not change.
         */
        put: operations["updateWishlist"];
        /**
         * Create a wishlist
         * @description The new wishlist is empty. The customer must exist. With guest: true, the wishlist has no customer, and the answer has the guestToken, which is shown only here.
         */
        post: operations["createWishlist"];
        /**
         * Delete a wishlist
         * @description The wishlist is kept for reports, without any link to the customer.
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
         * @description The wishlists are kept for reports, without any link to the customer. The customer is not deleted.
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
         * @description A page of items, in ascending order of their ids. Send lastEvaluatedItemId as lastItemId for the next page.
         */
        get: operations["listItems"];
        /**
         * Change an item, found by the body
         * @description The item is found by id, else by wishlistItemRef; then wishlistId or wishlistRef, in the query or else in the body, selects one of several wishlists. The change is the same as in updateItemById and updateItemByRef.
         */
        put: operations["sdkUpdateItem"];
        /**
         * Add an item to a wishlist
         * @description If the wishlist already has an item with the same product and variant, and the wishlistItemRef is not a different one, it is the same wish: the existing item gets the fields that are sent, and is returned. Its priceWhenAdded does not change.
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
         * @description Each wishlist has its first page of up to 50 items, or fewer if they are large. To read more items, use lastEvaluatedItemId in the list of items. A page of wishlists ends early at 4 MiB. If the customer has no wishlists, the answer is 404.
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
         * @description The links do not have their tokens, which are not stored.
         */
        get: operations["listShares"];
        put?: never;
        /**
         * Share a wishlist by a link
         * @description Everybody with the link can see the wishlist without personal data, even if it is private, and cannot change it. The token is shown only in this answer. A wishlist has at most 20 valid links.
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
         * @description The link is invalid as soon as the request is answered.
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
         * @description Needs only the token of the link. The answer has no personal data: only the name of the wishlist, the display name and the end of the link, and of each item its variant, quantity and priority, and how much of it was bought. The answer for an unknown, revoked or expired link is always the same.
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
         * @description A page for shops that have no page of their own. It has the shop's name and colours from the settings, and the language of the shop's e-mails. Other parameters in the link do not matter. An invalid `lastItemId` shows the first page.
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
         * @description For a guest who signs in. The guest's wishlist is deleted, and its items get new ids. A claim is applied once: if it is repeated for the same customer, the answer is the same; for another customer it is 404.
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
         * @description Adds all items or none. In the answer, the rows of itemId are first.
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
         * @description Fields in the body are set, and null clears an optional field. A change of the variant needs the current variant in oldVariantId or oldVariantRef.
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
         * @description Fields in the body are set, and null clears an optional field. A change of the variant needs the current variant in oldVariantId or oldVariantRef.
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
         * @description Reads no longer return the item, but it is kept for reports.
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
         * @description Reads no longer return the item, but it is kept for reports.
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
         * @description A moved item gets a new id and keeps all other data; orders and alerts then refer to the new id. All items or none are processed. If the other wishlist already has the same wish, both become one, with the flags of both, the earlier time and the larger quantity. If only one of them is purchased, its units are added to the open ones, so that the wish stays open. If-Match is optional; it must list the entity tags of both wishlists.
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
         * @description A copy is a new wish: it is added now, has the current price, is not purchased and has no wishlistItemRef. A copy by a shopper does not have the fields of staff either. All items or none are processed. If the other wishlist already has the same wish, both become one, with the flags of both, the earlier time and the larger quantity. If only one of them is purchased, its units are added to the open ones, so that the wish stays open. If-Match is optional; it must list the entity tags of both wishlists.
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
         * @description The order is stable, but it is the order of time only with `sortBy`. A page searches a limited number of records: with filters, a page can be short or empty and not be the last one. There are more pages if there is a cursor. Also served at /services/wsservice/api/customers and /api/customers.
         */
        get: operations["listCustomers"];
        /**
         * Change a customer
         * @description The customer is found by svc_customer_id, else by id. Fields in the body are set, null clears an optional field, and absent fields do not change. Also served at /services/wsservice/api/customers and /api/customers.
         */
        put: operations["updateCustomer"];
        /**
         * Create a customer
         * @description At least one of id, email and phone is required. A customer without id gets the service's id as id. The new customer gets the wishlists of a deleted customer with the same id. Also served at /services/wsservice/api/customers and /api/customers.
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
         * @description Writes up to 1,000 customers, each independently: a customer with a known id is updated, any other is created. Also served at /services/wsservice/api/upload-customers and /api/upload-customers.
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
         * @description Removes the personal data. The wishlists are kept under the customer's reference, unless wishlists=true also deletes them. Also served at /services/wsservice/api/customers/{customerRef} and /api/customers/{customerRef}.
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
         * @description The order is stable, but it is the order of time only with `sortBy`. A page searches a limited number of records: with filters, a page can be short or empty and not be the last one. There are more pages if there is a cursor.
         */
        get: operations["listProducts"];
        put?: never;
        /**
         * Create or change products
         * @description Rows have the format of this service or of Shopify's products, which is recognised by the members. Absent members and absent variants do not change. A row that is older than the stored one changes only stock that has no later value. A row without updatedTime is as old as its arrival.
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
         * @description Rows can also have the format of Shopify's inventory levels; null means that stock is not tracked. A level without a location is a total, like the level of a product row. A total is valid until a later row with a location. From then on, the stock is the sum of the known locations and the part of the total that belongs to locations without a row. A row without updatedTime has the time of its arrival; an older row changes nothing. Stock of an unknown variant is stored, and applied when the variant arrives.
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
         * @description The product and its variants from the feeds, with their stock by location. If the variants exceed 4 MB, request the next page with lastVariantId = lastEvaluatedVariantId.
         */
        get: operations["getProduct"];
        put?: never;
        post?: never;
        /**
         * Delete a product from the catalogue
         * @description Wishes for the product are kept, and wait until it is in the catalogue again.
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
         * @description Finds a variant by the service's id or the retailer's reference, else by its SKU or barcode. If several variants have this name, the answer is one of them; productRef chooses the product.
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
         * @description The order is stable, but it is the order of time only with `sortBy`. A page searches a limited number of records: with filters, a page can be short or empty and not be the last one. There are more pages if there is a cursor.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Create or change orders
         * @description Rows have the format of this service or of Shopify's orders, which is recognised by the members. The wishes that an order matches are marked as purchased soon after. A version that is older than the stored one changes nothing. A version without updatedTime is as old as its arrival. A newer version has all lines of the order, and the names of its buyer. Its status, test, currency and channel, and the fields of a line with the same lineRef, stay as they were where they are absent or null.
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
         * @description The order is stable, but it is the order of time only with `sortBy`. A page searches a limited number of records: with filters, a page can be short or empty and not be the last one. There are more pages if there is a cursor.
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
         * @description The order is stable, but it is the order of time only with `sortBy`. A page searches a limited number of records: with filters, a page can be short or empty and not be the last one. There are more pages if there is a cursor.
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
         * @description A read by POST, so that addresses contain no personal data. Customers whose e-mail address, phone number, reference or id is the text are first, then customers whose first or last name begins with it, ignoring case and accents. Also served at /services/wsservice/api/customers/search and /api/customers/search.
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
         * Look up many variants
         * @description A read of up to 50 variants, which are found as in getVariant. The result of an entry without a variant has no `variant`. The lookup counts as one request, and does not accept an Idempotency-Key.
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
         * Look up many customers
         * @description A read of up to 50 customers by the retailer's or the service's ids. The result of an entry without a customer has no `customer`. The lookup counts as one request, and does not accept an Idempotency-Key. Also served at /services/wsservice/api/customers/lookup and /api/customers/lookup.
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
         * Upload a file of orders
         * @description Accepts a file of any size as newline-delimited JSON or CSV, optionally compressed with gzip. The file is read as fast as its rows are applied. Invalid rows are in the errors of the feed, with their line numbers; valid rows are still applied.
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
         * Upload a file of products
         * @description Accepts a file of any size as newline-delimited JSON or CSV, optionally compressed with gzip. The file is read as fast as its rows are applied. Invalid rows are in the errors of the feed, with their line numbers; valid rows are still applied.
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
         * Upload a file of stock levels
         * @description Accepts a file of any size as newline-delimited JSON or CSV, optionally compressed with gzip. The file is read as fast as its rows are applied. Invalid rows are in the errors of the feed, with their line numbers; valid rows are still applied.
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
         * Upload a file of customers
         * @description Accepts a file of any size as newline-delimited JSON or CSV, optionally compressed with gzip. The file is read as fast as its rows are applied. Invalid rows are in the errors of the feed, with their line numbers; valid rows are still applied.
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
         * @description The feeds whose rows the caller may read, the newest first, without their errors. Feeds are kept for 30 days. A page searches a limited number of feeds: with filters, a page can be short or empty and not be the last one. There are more pages if there is a cursor.
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
         * @description The status, progress and first errors of a feed. Feeds are kept for 30 days.
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
         * @description The first 100,000 errors are kept, up to 32 MiB. A store keeps 64 MiB of errors: the oldest feeds lose theirs first.
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
         * @description An example of the message with sample products, and with the settings and texts of the store. Nothing is sent.
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
         * List the wishes that wait for a variant
         * @description Open wishes for the variant in the order in which their customers are alerted: the oldest first. A new wish is in the list after about a second. The variant is found as in getVariant.
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
         * List the active waves of alerts
         * @description A wave that alerts all customers together ends within seconds and is not in the list. The list has waves that wait for their next part, because they alert only as many customers at a time as the stock allows (setting `alerts.waveMultiple`).
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
         * @description The customer's alerts in the order of their ids, each with the status of its delivery. The oldest are first, or with `sortBy` the newest.
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
         * Explain why a customer was or was not alerted about a variant
         * @description Evaluates the rules of alerts with the current data. Without a type, the wish determines it: register_interest if the wish waits for the release, otherwise back_in_stock.
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
         * Read the change feed
         * @description Events in order, kept for 30 days, or for less if the tenant has very many. Their data is from the current records, so it has no erased data. The problem 410 `ChangesLost` has the `cursor` from which to continue. A cursor is valid for 30 days: a caller who reads at least once a month misses nothing.
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
         * @description An e-mail that has not failed is not changed. The rules about address, subscription and consent are checked again, now and when the e-mail is sent: a customer who has unsubscribed in the meantime gets no e-mail.
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
         * @description Up to 50 alerts, each independently. An e-mail that has not failed is not changed. The rules about address, subscription and consent are checked again, now and when the e-mail is sent: a customer who has unsubscribed in the meantime gets no e-mail. A repeated request sends nothing twice.
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
         * @description Absent members do not change. Set the status to enabled to enable a disabled endpoint again.
         */
        put: operations["updateWebhookEndpoint"];
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description No more events are sent to the endpoint. Waiting deliveries are cancelled.
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
         * @description Sends a signed event of the type webhook.test. The deliveries of the endpoint show the result.
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
         * @description Sends the named events immediately, or all subscribed events since a time in the background, in batches. The endpoint shows the progress. An endpoint has one such replay at a time: if a replay is running, the answer is 409 with its state. A replay sends up to 10,000 events. It stops when the receiver accepts no event of a batch; continue from its `reachedTime`.
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
         * @description The newest attempts, each with its outcome.
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
         * @description Searches the last 1,000 attempts of the endpoint.
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
         * @description The newest 100 runs. Runs are kept for 30 days.
         */
        get: operations["listExportRuns"];
        put?: never;
        /**
         * Run an export now
         * @description Exports everything that was written before the run. An export has one run at a time: if a run is active, the answer is 409 with its runId.
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
         * @description The progress and the counts of the run, and a page of the records that the platform rejected.
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
         * @description Starts a new run that sends the rejected records with their current data.
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
         * Cancel a run
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
         * @description An export sends wishes to a file or a platform, on request and on schedule. A generated secret is shown only in this answer. includePrivate: true and onlyConsenting: false require the scope exports:personal.
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
         * @description Absent members do not change; null clears a member. A changed schedule takes effect immediately. If the changed export has includePrivate: true or onlyConsenting: false, the scope exports:personal is required.
         */
        put: operations["updateExport"];
        post?: never;
        /**
         * Delete an export
         * @description Also deletes the runs and files of the export. An active run ends.
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
         * @description The webhook must be signed with the secret that the operator registered for the shop. Topics of orders, products, inventory levels and customers are supported. A repeated delivery changes nothing.
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
         * @description The person is identified by customer id, reference, e-mail address or phone number. If these belong to several customers, the data of all of them is exported. A repeated request with the same Idempotency-Key gets the data that is stored at that time. An answer with more than 4 MB of data ends early with a `cursor`; send the same request with this `cursor` for the next page.
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
         * @description Erases the customer, the wishlists, and the personal data of orders and alerts. The answer is sent after everything is erased. It is a receipt without personal data. A repeated request erases nothing more.
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
         * @description Exports, erasures with their counts, and data requests of a platform, which the retailer answers with an export.
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
         * @description Opening the link changes nothing, because mail scanners also open links. The page has a button that unsubscribes.
         */
        get: operations["askToUnsubscribe"];
        put?: never;
        /**
         * Unsubscribe a customer from alerts by e-mail
         * @description One-click unsubscription as in RFC 8058. The body is ignored.
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
         * @description Wishes of the period that are neither purchased nor removed, and whose variant is now sold out. With a location, the stock of this location is used if it is known, else the total stock. With Accept: text/csv, the rows are CSV.
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
         * Get the number of guests' wishlists, and when the next one lapses
         * @description The current figures, not those of a period. Wishlists that have lapsed are deleted each night. Wishlists that a customer has claimed are not counted.
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
         * List the audit log
         * @description Changes of settings, clients, webhook endpoints, exports and keys, exports and erasures of personal data, and commands of the operator, each with the client, owner or operator who requested it. The list has the entries of the store and of the whole tenant, and for an owner at the portal those of all stores, the newest first. Entries are kept for 400 days. They have names and ids; for settings that are switches or numbers, they also have the values before and after. They never have texts that were set.
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
         * @description Settings in the body are set, absent settings do not change, and null removes a value. A client that is bound to a store changes the settings of that store. Any other client changes the settings of the tenant, which apply to all stores without a value of their own. Changes take effect within two seconds.
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
         * @description The client can have only scopes that the caller has. Only an owner at the portal can create a client for another store. The secret is shown only in this answer. A tenant has at most 200 clients, and a limited number of stores.
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
         * @description A change takes effect within 5 seconds, also for existing tokens: a disabled client is refused, and a removed scope is lost. The caller must have every scope that the client has before and after the change.
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
         * @description The new secret is shown only in this answer. The current one stays valid for a day, or for overlapSeconds.
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
         * @description Supports OAuth 2 client credentials, and token exchange (RFC 8693) for a shopper's token: subject_token is an id or a reference of the customer, or the token of a guest, and subject_token_type says which (urn:wishlist-service:token-type:customer-id, urn:wishlist-service:token-type:customer-ref, urn:wishlist-service:token-type:guest-token). The secret can also be sent with HTTP Basic; refusals are then 401.
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
         * Get the public keys of a realm as a JWK set
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
         * Get the discovery document of a realm
         * @description Endpoints and capabilities of the realm, as in OpenID Connect Discovery.
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
         * Check whether the process runs
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
         * Check whether the process can serve requests
         * @description 200 while the process accepts requests; 503 while it starts, drains or has no Redis. The checks give the reason. The check primary is down while Redis is a replica, which does not accept writes. storeMemory has the bytes that Redis uses (on a cluster, the fullest server), its limit (0 if there is none), and whether the use is near the limit; it does not affect readiness.
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
         * Get the metrics for Prometheus
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
         * Get this document
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
         * @description At most 50 customers that match all parameters; an empty array if there are none. An e-mail address, a name or a phone number is required. If more than 1,000 customers have the name, the answer is 400, unless a phone number is also sent.
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
         * Change a customer, found by the body
         * @description The customer is found by id, else by customerRef.
         */
        put: operations["sdkUpdateCustomer"];
        /**
         * Create a customer
         * @description At least one of customerRef, email and phone is required.
         */
        post: operations["sdkCreateCustomer"];
        /**
         * Delete a customer, found by the query
         * @description Removes the personal data. The wishlists are kept under the customer's reference.
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
         * @description The body is an array of up to 1,000 customers. Each customer is written independently.
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
         * @description Removes the personal data. The wishlists are kept under the customer's reference.
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
         * @description The message is signed as in Standard Webhooks. A 2xx answer within 15 seconds accepts it.
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
         * @description The message is signed as in Standard Webhooks. A 2xx answer within 15 seconds accepts it.
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
         * @description The message is signed as in Standard Webhooks. A 2xx answer within 15 seconds accepts it.
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
         * @description The message is signed as in Standard Webhooks. A 2xx answer within 15 seconds accepts it.
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
         * @description The message is signed as in Standard Webhooks. A 2xx answer within 15 seconds accepts it.
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
         * @description The message is signed as in Standard Webhooks. A 2xx answer within 15 seconds accepts it.
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
         * @description The message is signed as in Standard Webhooks. A 2xx answer within 15 seconds accepts it.
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
         * @description The message is signed as in Standard Webhooks. A 2xx answer within 15 seconds accepts it.
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
         * @description The message is signed as in Standard Webhooks. A 2xx answer within 15 seconds accepts it.
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
         * @description The message is signed as in Standard Webhooks. A 2xx answer within 15 seconds accepts it.
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
         * @description The message is signed as in Standard Webhooks. A 2xx answer within 15 seconds accepts it.
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
         * @description The message is signed as in Standard Webhooks. A 2xx answer within 15 seconds accepts it.
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
         * @description The message is signed as in Standard Webhooks. A 2xx answer within 15 seconds accepts it.
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
         * @description The message is signed as in Standard Webhooks. A 2xx answer within 15 seconds accepts it.
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
         * @description The message is signed as in Standard Webhooks. A 2xx answer within 15 seconds accepts it.
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
         * @description The message is signed as in Standard Webhooks. A 2xx answer within 15 seconds accepts it.
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
         * @description The message is signed as in Standard Webhooks. A 2xx answer within 15 seconds accepts it.
         */
        post: operations["onWebhookEndpointDisabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test of the endpoint was requested
         * @description The message is signed as in Standard Webhooks. A 2xx answer within 15 seconds accepts it.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description Extra attributes in groups, by the name of the group. At most 16384 characters as JSON. */
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
            countryName?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            customerRef?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            default?: boolean | null;
            email?: string | null;
            firstName?: string | null;
            lastName?: string | null;
            latitude?: number | null;
            longitude?: number | null;
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
            /** @description Number of customers in this page. */
            customerCount: number;
            /** @description Send it as lastItemId for the next page. */
            lastEvaluatedItemId?: string;
            customers: {
                /** @description The service's id. */
                id: string;
                /** @description The retailer's reference, if one was given. */
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
                /** @description A mobile number in any format; not unique. */
                mobile?: string | null;
                spendToNextTier?: string | null;
                /** @description The text "true" or "false" is also accepted. */
                vipStatus?: boolean | null;
                /** @description A number with a country code is stored in E.164 format and must be unique. Any other number is stored unchanged. */
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
                /** @description Ids of the customer's wishes with the flag. */
                wishlistItemIds: string[];
            }[];
        };
        /** @description A problem document as in RFC 9457. */
        Problem: {
            type: string;
            title: string;
            status: number;
            /** @description A sentence about this request. */
            detail: string;
            instance: string;
            /** @description A status in parentheses is the usual one of the code; the answers of an operation name its own. MalformedRequest (400): The body cannot be read. InvalidInput (400): The request is invalid. InvalidParameter (400): A query parameter or header is invalid. VariantMismatch (400): The variant does not match the item. AmbiguousReference (400): Several wishlists have an item with this reference. LimitExceeded (400): A count limit is exceeded. DuplicateReference (400): Another resource has this reference. Unauthorized (401): Authentication is required. Forbidden (403): Not permitted. ResourceNotFound (404): The resource does not exist. MethodNotAllowed (405): The path does not support this method. RequestInProgress (409): The first request with this Idempotency-Key is still running. RunInProgress (409): A run of this export is active. ReplayInProgress (409): A replay to this endpoint is active. ChangesLost (410): The changes after this cursor are lost. PreconditionFailed (412): If-Match does not match the current version. PayloadTooLarge (413): The body is too large. UnsupportedMediaType (415): The type or encoding of the body is not supported. IdempotencyKeyReused (422): The Idempotency-Key was used for another request. RateLimited (429): Too many requests. BudgetExceeded (429): The tenant has used up a budget. HeaderFieldsTooLarge (431): There are too many header fields, or they are too large. Internal (500): An internal error occurred. OutcomeUnknown (500): It is unknown whether the write was applied. Unavailable (503): The service is unavailable. */
            code: string;
            /** @description Also in the header X-Request-Id and in the log of the service. */
            requestId: string;
            errors?: {
                /** @description JSON Pointer into the body, or the name of a parameter. */
                path: string;
                message: string;
            }[];
            /** @description Only of AmbiguousReference: the wishlists that have an item with the reference. */
            wishlistIds?: string[];
            /** @description Only of AmbiguousReference: whether there may be other wishlists. */
            more?: boolean;
            /** @description Only of a file that was sent in part: the feed of the rows before the cut. */
            feedId?: string;
            /** @description Only of RunInProgress: the run that is active. */
            runId?: string;
            /** @description Only of ChangesLost: the cursor to go on with. */
            cursor?: string;
            /** @description Only of ReplayInProgress: the replay that is active. */
            replay?: {
                [key: string]: unknown;
            };
        };
        SdkResetFlagRequest: Record<string, never>;
        FlagReset: {
            id: string;
            /** @enum {string} */
            flag: "notifyMe" | "prerelease";
            /**
             * @description `failed` means that the service could not reset all wishes: the request can be sent again.
             * @enum {string}
             */
            status: "running" | "finished" | "failed";
            /** @description Number of wishes that have been reset so far. */
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
            /** @description true for a shopper who has not signed in. The wishlist then has no customer. The text "true" or "false" is also accepted. */
            guest?: boolean | null;
            name: string;
            /** @description A description of the wishlist. */
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
            /** @description true for the default wishlist of the customer, otherwise absent. */
            isDefault?: boolean;
            /** @description true for a guest's wishlist, which has no customer; otherwise absent. */
            guest?: boolean;
            deleted: boolean;
            /** Format: date-time */
            createdTime: string;
            /** Format: date-time */
            modifiedTime: string;
            attributeGroups?: components["schemas"]["AttributeGroups"];
            /** @description Only for a guest's wishlist: the token with which the wishlist can be used and claimed. It is shown only in this answer. */
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
            /** @description A description of the wishlist. */
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
            /** @description true for the default wishlist of the customer, otherwise absent. */
            isDefault?: boolean;
            /** @description true for a guest's wishlist, which has no customer; otherwise absent. */
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
            /** @description Number of wished units; 1 if absent. */
            quantity?: number;
            /** @description Number of units that orders have bought. Absent if these are none, or as many as are wished. May be more than quantity, if fewer are wished since. */
            purchasedQuantity?: number;
            /**
             * Format: date-time
             * @description Time of the last order that bought units of the item, while it wants more units.
             */
            lastPurchaseDate?: string;
            priority?: number;
            note?: string;
            /** @description Price of the variant when the wish was added, if the catalogue had one. */
            priceWhenAdded?: {
                amount: string;
                currency: string;
            };
            /**
             * Format: date-time
             * @description Since when the wish waits for alerts, if not since it was added. Earlier changes of the variant do not lead to alerts for this wish.
             */
            waitingSince?: string;
            /**
             * Format: date-time
             * @description Since when the item is for its variant, if not since it was added: it was changed, or joined with a purchased one. Earlier orders do not fulfil it.
             */
            variantSince?: string;
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
            /** @description true for the default wishlist of the customer, otherwise absent. */
            isDefault?: boolean;
            /** @description true for a guest's wishlist, which has no customer; otherwise absent. */
            guest?: boolean;
            deleted: boolean;
            /** Format: date-time */
            createdTime: string;
            /** Format: date-time */
            modifiedTime: string;
            attributeGroups?: components["schemas"]["AttributeGroups"];
            wishlistItems: components["schemas"]["WishlistItem"][];
            /** @description Number of items in this page. */
            itemCount: number;
            /** @description Send it as lastItemId for the next page. */
            lastEvaluatedItemId?: string;
        };
        ItemPage: {
            /** @description Number of items in this page. */
            itemCount: number;
            /** @description Send it as lastItemId for the next page. */
            lastEvaluatedItemId?: string;
            wishlistItems: components["schemas"]["WishlistItem"][];
        };
        WishlistPage: {
            /** @description Number of wishlists in this page. */
            wishlistCount: number;
            /** @description Send it as lastItemId for the next page. */
            lastEvaluatedWishlistId?: string;
            wishlist: components["schemas"]["WishlistWithItems"][];
        };
        CreateShareRequest: {
            /**
             * Format: date-time
             * @description When the link expires; must be in the future. If it is absent, the link is valid until it is revoked.
             */
            expires?: string | null;
            /** @description Name of the person who shares the wishlist, shown to people who have the link. */
            displayName?: string | null;
        };
        NewShare: {
            id: string;
            /** Format: date-time */
            createdTime: string;
            /** Format: date-time */
            expires?: string;
            displayName?: string;
            /** @description The last part of the link. It is shown only in this answer, and only its hash is stored. */
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
            /** @description Number of wished units; 1 if absent. */
            quantity?: number;
            /** @description Number of units that were bought. Absent if these are none, or as many as are wished. May be more than quantity, if fewer are wished since. */
            purchasedQuantity?: number;
            priority?: number;
        };
        SharedWishlist: {
            name?: string;
            /** @description Name of the person who shares the wishlist, from the creation of the link. */
            displayName?: string;
            /** Format: date-time */
            expires?: string;
            wishlistItems: components["schemas"]["SharedItem"][];
            /** @description Number of items in this page. */
            itemCount: number;
            /** @description Send it as lastItemId for the next page. */
            lastEvaluatedItemId?: string;
        };
        ClaimWishlistRequest: {
            /** @description The token from the answer to the creation of the wishlist. */
            guestToken: string;
            /** @description A whole number or a Shopify global id is also accepted. */
            customerId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            customerRef?: string | null;
            /**
             * @description `merge`: the items are added to the customer's default wishlist, if there is one; `keep`: the wishlist becomes another wishlist of the customer.
             * @enum {string}
             */
            mode: "merge" | "keep";
        };
        ClaimedWishlist: {
            /** @description The customer's wishlist that now has the items. */
            wishlistId: string;
            status: "merged" | "kept";
        };
        /** @description Either productId and selectedVariantId, or productRef and selectedVariantRef. */
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
            /** @description Number of wished units; 1 if absent. An order can fulfil a part of them. */
            quantity?: number | null;
            /** @description Priority from 1 to 5. The service does not sort by it. */
            priority?: number | null;
            /** @description A note by the shopper. */
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
            /** @description Number of wished units; 1 if absent. An order can fulfil a part of them. */
            quantity?: number | null;
            /** @description Priority from 1 to 5. The service does not sort by it. */
            priority?: number | null;
            /** @description A note by the shopper. */
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
            /** @description One per item, in the order of the request; the rows of itemId are first. */
            items: {
                id: string;
                wishlistItemRef?: string;
                status: "created" | "existing";
            }[];
        };
        /** @description To change the variant, oldVariantId or oldVariantRef must be the current variant. The variant cannot change after orders have bought units of the item. */
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
            /** @description Number of wished units; 1 if absent. An order can fulfil a part of them. */
            quantity?: number | null;
            /** @description Priority from 1 to 5. The service does not sort by it. */
            priority?: number | null;
            /** @description A note by the shopper. */
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
            /** @description Number of wished units; 1 if absent. An order can fulfil a part of them. */
            quantity?: number | null;
            /** @description Priority from 1 to 5. The service does not sort by it. */
            priority?: number | null;
            /** @description A note by the shopper. */
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
            /** @description References of the items (wishlistItemRef). */
            itemRef?: string[] | null;
        };
        MovedItems: {
            wishlistId: string;
            toWishlistId: string;
            /** @description One per item, in the order of the request; the items of itemId are first. */
            items: {
                /** @description The item's id on the first wishlist. */
                fromItemId: string;
                /** @description The item's id on the other wishlist. */
                id: string;
                /** @description `existing`: the wishlist already had the same wish, and both are now one. */
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
            /** @description References of the items (wishlistItemRef). */
            itemRef?: string[] | null;
        };
        /** @description The consent to e-mail in Shopify's format. It replaces accepts_marketing, marketing_opt_in_level and accepts_marketing_updated_at. */
        EmailMarketingConsent: {
            /** @enum {string|null} */
            state?: "subscribed" | "not_subscribed" | "pending" | "unsubscribed" | "redacted" | "invalid" | "SUBSCRIBED" | "NOT_SUBSCRIBED" | "PENDING" | "UNSUBSCRIBED" | "REDACTED" | "INVALID" | null;
            /** @enum {string|null} */
            opt_in_level?: "single_opt_in" | "confirmed_opt_in" | "unknown" | "SINGLE_OPT_IN" | "CONFIRMED_OPT_IN" | "UNKNOWN" | null;
            /** Format: date-time */
            consent_updated_at?: string | null;
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
            email_marketing_consent?: components["schemas"]["EmailMarketingConsent"] | null;
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
            /** @description A mobile number in any format; not unique. */
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
             * @description When the customer unsubscribed from alert e-mails, with the link in each e-mail. Null removes it, and so does a later consent to marketing.
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
            /** @description A text with entries separated by commas is also accepted. */
            tax_exemptions?: string[] | null;
            /** @description Decimal text is also accepted. */
            total_spent?: number | null;
            /** Format: date-time */
            updated_at?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            verified_email?: boolean | null;
        };
        Customer: {
            /** @description The retailer's reference, or the service's id if no reference was given. */
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
            /** @description A mobile number in any format; not unique. */
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
             * @description When the customer unsubscribed from alert e-mails, with the link in each e-mail. Null removes it, and so does a later consent to marketing.
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
            email_marketing_consent?: components["schemas"]["EmailMarketingConsent"] | null;
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
            /** @description A mobile number in any format; not unique. */
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
             * @description When the customer unsubscribed from alert e-mails, with the link in each e-mail. Null removes it, and so does a later consent to marketing.
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
            /** @description A text with entries separated by commas is also accepted. */
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
            /** @description One per customer, in the order of the request. */
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
                /** @description Fields that are not valid, or not up to date. The row was written without them. */
                ignored?: {
                    path: string;
                    message: string;
                }[];
            }[];
        };
        UpdateCustomerRequest: {
            /** @description A whole number or a Shopify global id is also accepted. */
            id?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            svc_customer_id?: string | null;
            email_marketing_consent?: components["schemas"]["EmailMarketingConsent"] | null;
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
            /** @description A mobile number in any format; not unique. */
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
             * @description When the customer unsubscribed from alert e-mails, with the link in each e-mail. Null removes it, and so does a later consent to marketing.
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
            /** @description A text with entries separated by commas is also accepted. */
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
        /** @description One row, an array of up to 1000 rows, or an object with this array as products. */
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
                /** @description Fields that are not valid, or not up to date. The row was written without them. */
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
            /** @description Selects the product if variants of several products have the same name. A whole number or a Shopify global id is also accepted. */
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
        /** @description One row, an array of up to 1000 rows, or an object with this array as stockLevels. */
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
            /** @description Absent if the variant is part of a product. */
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
            /** @description Null if stock is not tracked. */
            available?: number | null;
            /** @description Whether the variant can be bought; false if its stock is unknown. */
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
            /** @description Number of all variants of the product. */
            variantCount: number;
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
                /** @description Units of the line that were returned in total. 0 takes a refund back. */
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
            /**
             * @description Absent: as in the version before; `open` in the first one.
             * @enum {string|null}
             */
            status?: "open" | "cancelled" | "refunded" | null;
            /** @description The text "true" or "false" is also accepted. */
            test?: boolean | null;
            /** Format: iso-4217 */
            currency?: string | null;
        };
        /** @description One row, an array of up to 1000 rows, or an object with this array as orders. */
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
                /** @description Fields that are not valid, or not up to date. The row was written without them. */
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
            /**
             * Format: date-time
             * @description When the order, its matches or the names of its buyer last changed, by the clock of this service.
             */
            modifiedTime: string;
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
                /** @description The wish that the line matched, and the rule that found the person and the variant. */
                matched?: {
                    wishlistId: string;
                    itemId: string;
                    rule: string;
                };
                /** @description Why the line matched no wish. Absent while matching is in progress. */
                reason?: string;
                /**
                 * @description The reason as a code. The meaning of a code never changes; the text of the reason may.
                 * @enum {string}
                 */
                reasonCode?: "test_order" | "no_customer" | "variant_ambiguous" | "variant_unknown" | "no_wish" | "wished_later" | "bought_before" | "wishlist_deleted" | "undone" | "undone_wished_again" | "undone_reference_taken";
            }[];
        };
        CustomerList: {
            customers: components["schemas"]["Customer"][];
            /** @description Cursor of the next page. Absent on the last page. A page before the last one can be short or empty. */
            cursor?: string;
        };
        WishlistList: {
            wishlists: components["schemas"]["Wishlist"][];
            /** @description Cursor of the next page. Absent on the last page. A page before the last one can be short or empty. */
            cursor?: string;
        };
        OrderList: {
            orders: components["schemas"]["Order"][];
            /** @description Cursor of the next page. Absent on the last page. A page before the last one can be short or empty. */
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
            /** @description Number of all variants of the product. */
            variantCount: number;
        };
        ProductList: {
            products: components["schemas"]["ListedProduct"][];
            /** @description Cursor of the next page. Absent on the last page. A page before the last one can be short or empty. */
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
            customerId: string;
            customerRef: string;
            /** @description Title of the product. This and the following members have the values of the time when the alert was raised. */
            title?: string;
            url?: string;
            handle?: string;
            imageUrl?: string;
            variantTitle?: string;
            price?: string;
            /** @description Only for price drops: price of the variant when the customer first wished for it, in the same currency. */
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
            /** @description The same wishes with details. Absent in alerts of earlier versions of the service. */
            items?: {
                itemId: string;
                wishlistId: string;
                wishlistRef?: string;
                wishlistItemRef?: string;
                /** @description Only for price drops: price of the variant when this wish was added. */
                previousPrice?: string;
            }[];
            /** @description Only for the first price drop of a variant in a currency: the lowest price that the customer has been alerted about since then. */
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
            /** @description Status of the e-mail. Absent if the alert has no e-mail. */
            email?: {
                /** @enum {string} */
                status: "pending" | "sending" | "sent" | "suppressed" | "failed";
                /** @description Why the e-mail was suppressed or has failed. For mail_server, the answer of the mail server. */
                reason?: string;
                /**
                 * @description The reason as a code. The meaning of a code never changes; the text of the reason may.
                 * @enum {string}
                 */
                reasonCode?: "no_address" | "unsubscribed" | "no_consent" | "bought" | "not_wished" | "not_in_catalogue" | "not_shown" | "sold_out" | "price_risen" | "switched_off" | "tenant_suspended" | "mail_server" | "given_up";
                /** Format: date-time */
                time: string;
                /** @description Local part of the Message-ID. It is the same for all alerts in one message. */
                messageId?: string;
            };
        };
        AlertList: {
            alerts: components["schemas"]["Alert"][];
            /** @description Cursor of the next page. Absent on the last page. A page before the last one can be short or empty. */
            cursor?: string;
        };
        CustomerSearch: {
            /** @description An e-mail address, a phone number, a reference, an id, or the beginning of a first or last name. */
            text: string;
            /** @description Maximum number of entries in the page; a value above 50 counts as 50. */
            pageSize?: number | null;
            /** @description The `cursor` of the previous page. Absent for the first page. */
            cursor?: string | null;
        };
        VariantLookup: {
            /** @description References, ids, SKUs or barcodes of variants. */
            refs: string[];
        };
        /** @description The variant without its stock by location. */
        FoundVariant: {
            productRef: string;
            productId: string;
            /** @description Absent if the variant is part of a product. */
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
            /** @description Null if stock is not tracked. */
            available?: number | null;
            /** @description Whether the variant can be bought; false if its stock is unknown. */
            isAvailable: boolean;
        };
        FoundVariants: {
            /** @description One per entry, in the order of the request. */
            results: {
                /** @description The entry in the request; of a global id of Shopify, its digits. */
                ref: string;
                variant?: components["schemas"]["FoundVariant"];
            }[];
        };
        CustomerLookup: {
            /** @description The retailer's or the service's ids of customers. */
            refs: string[];
        };
        FoundCustomers: {
            /** @description One per entry, in the order of the request. */
            results: {
                /** @description The entry in the request; of a global id of Shopify, its digits. */
                ref: string;
                customer?: components["schemas"]["Customer"];
            }[];
        };
        FeedError: {
            /** @description Number of the line in which the row starts. The first line is 1. */
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
             * @description `incomplete` means that the upload was interrupted, or that the service could not apply all rows: `counts` has the applied rows, and the file can be sent again.
             * @enum {string}
             */
            status: "receiving" | "applying" | "finished" | "incomplete";
            /** @description Applied share of the file, from 0 to 1. Null while the size of the file is unknown. */
            progress: number | null;
            counts: {
                /** @description Rows that were received. */
                read: number;
                /** @description Number of rows by result. The results are the statuses of single rows. */
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
             * @description `incomplete` means that the upload was interrupted, or that the service could not apply all rows: `counts` has the applied rows, and the file can be sent again.
             * @enum {string}
             */
            status: "receiving" | "applying" | "finished" | "incomplete";
            /** @description Applied share of the file, from 0 to 1. Null while the size of the file is unknown. */
            progress: number | null;
            counts: {
                /** @description Rows that were received. */
                read: number;
                /** @description Number of rows by result. The results are the statuses of single rows. */
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
            /** @description Cursor of the next page. Absent on the last page. A page before the last one can be short or empty. */
            cursor?: string;
        };
        FeedErrors: {
            /** @description The errors, in the order in which the rows were applied. */
            errors: components["schemas"]["FeedError"][];
            /** @description Cursor of the next page. */
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
            /** @description Number of wishes in the list. It can include a few that no longer wait. */
            count: number;
            waiting: components["schemas"]["WaitingWish"][];
            /** @description Cursor of the next page. Absent on the last page. A page before the last one can be short. */
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
             * @description When the variant came back in stock, was released, dropped in price, or became low in stock.
             */
            since: string;
            /** @description Number of customers that the wave has alerted. */
            alerted: number;
            /** @description Number of wishes that the wave still has to process. */
            left: number;
            /**
             * Format: date-time
             * @description When the wave continues.
             */
            nextTime: string;
            /**
             * Format: date-time
             * @description When the wave is expected to end. Absent if the wave does not pause.
             */
            expectedEndTime?: string;
        };
        Waves: {
            /** @description At most 200 waves, the newest first. */
            waves: components["schemas"]["Wave"][];
        };
        Alerts: {
            alerts: components["schemas"]["Alert"][];
            /** @description Id of the last alert of the page. */
            lastEvaluatedAlertId?: string;
            /** @description The `lastAlertId` of the next page. Absent on the last page. */
            cursor?: string;
        };
        AlertExplanation: {
            /** @description told (the customer was alerted), waiting (all rules pass, and a wave is active or will follow), or blocked by the first rule that blocks. */
            decision: string;
            /** @description The rules in their order, for the wish of the customer that passes most of them. customer: the customer exists; catalogue: the catalogue knows the variant; setting: the settings enable alerts of the type; switched on: the settings already enabled them when it happened; wish: the customer wishes for the variant; flag: the wish has notifyMe (back_in_stock) or prerelease (register_interest); notification: the wish does not have disableNotification; purchased: the wish is not purchased; released: customers can see the product; stock: the variant can be bought, and with low_stock few are left; before the rise: the wish already asked for alerts when it happened; price: with price_drop, the price is lower than at the wish, by at least as much as the settings require; release: the rise is not the release, because a wish with prerelease has a separate alert for the release; told once: the customer has had no alert for it or, with price_drop, no alert with a price as low; hold: the hold time is over. */
            rules: {
                /** @description Code of the rule. */
                rule: string;
                /** @enum {string} */
                outcome: "pass" | "block";
                /** @description The data that decided the rule. */
                detail: string;
                /**
                 * Format: date-time
                 * @description Since when the rule has this outcome; for the rule hold, until when.
                 */
                at?: string;
            }[];
            /** @description The same for the e-mail of the alert. Here, `waiting` means that an alert that is raised now would also be sent by e-mail. mail server: a mail server is configured; setting: the settings enable e-mail; address: the customer has an e-mail address; subscription: the customer has not unsubscribed; marketing: with price_drop and low_stock, the customer accepts marketing. */
            email?: {
                /** @description The status of the e-mail of the alert, if it has one; otherwise waiting, not sent, or blocked by the first rule that blocks. */
                decision: string;
                /** @description Why the e-mail was suppressed or has failed. For mail_server, the answer of the mail server. */
                reason?: string;
                /**
                 * @description The reason as a code. The meaning of a code never changes; the text of the reason may.
                 * @enum {string}
                 */
                reasonCode?: "no_address" | "unsubscribed" | "no_consent" | "bought" | "not_wished" | "not_in_catalogue" | "not_shown" | "sold_out" | "price_risen" | "switched_off" | "tenant_suspended" | "mail_server" | "given_up";
                rules: {
                    /** @description Code of the rule. */
                    rule: string;
                    /** @enum {string} */
                    outcome: "pass" | "block";
                    /** @description The data that decided the rule. */
                    detail: string;
                    /**
                     * Format: date-time
                     * @description Since when the rule has this outcome; for the rule hold, until when.
                     */
                    at?: string;
                }[];
            };
        };
        /** @description The entities of the event, with their current data. Erased data is absent. Events of alerts also have the members of the alert. */
        EventData: {
            /** @description The service's id of the customer. */
            customerId?: string;
            /** @description The retailer's reference of the customer. */
            customerRef?: string;
            wishlistId?: string;
            wishlistRef?: string;
            itemId?: string;
            /** @description Id of a moved item on its former wishlist. */
            movedFrom?: string;
            /** @description Id of a moved item on its new wishlist. */
            movedTo?: string;
            item?: components["schemas"]["WishlistItem"];
            product?: {
                productId?: string;
                productRef?: string;
                selectedVariantId?: string;
                selectedVariantRef?: string;
            };
            purchasedAndRemoved?: boolean;
            /** Format: date-time */
            purchasedDate?: string;
            orderRef?: string;
            endpointId?: string;
            /** @description Why the endpoint was disabled. */
            reason?: string;
            /**
             * @description The reason as a code. The meaning of a code never changes; the text of the reason may.
             * @enum {string}
             */
            reasonCode?: "receiver_gone" | "attempts_failed";
        };
        Event: {
            /** @description Id of the event. It is the same in the change feed, in webhooks and in each attempt. */
            id: string;
            /** @enum {string} */
            type: "customer.created" | "customer.updated" | "customer.deleted" | "wishlist.created" | "wishlist.updated" | "wishlist.deleted" | "wishlist.item.added" | "wishlist.item.updated" | "wishlist.item.removed" | "wishlist.item.purchased" | "wishlist.item.purchase_reverted" | "order.received" | "alert.back_in_stock" | "alert.register_interest" | "alert.price_drop" | "alert.low_stock" | "webhook.endpoint_disabled";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["EventData"];
        };
        Changes: {
            events: components["schemas"]["Event"][];
            /** @description Cursor for the next request, even if there are no new events. */
            cursor: string;
            hasMore: boolean;
        };
        RetriedMail: {
            /** @description The alert's id. */
            id: string;
            /** @description Status of the e-mail. Absent if the alert has no e-mail. */
            email?: {
                /** @enum {string} */
                status: "pending" | "sending" | "sent" | "suppressed" | "failed";
                /** @description Why the e-mail was suppressed or has failed. For mail_server, the answer of the mail server. */
                reason?: string;
                /**
                 * @description The reason as a code. The meaning of a code never changes; the text of the reason may.
                 * @enum {string}
                 */
                reasonCode?: "no_address" | "unsubscribed" | "no_consent" | "bought" | "not_wished" | "not_in_catalogue" | "not_shown" | "sold_out" | "price_risen" | "switched_off" | "tenant_suspended" | "mail_server" | "given_up";
                /** Format: date-time */
                time: string;
                /** @description Local part of the Message-ID. It is the same for all alerts in one message. */
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
                /** @description The id in the request. */
                id: string;
                /** @description Status of the e-mail. Absent if the alert has no e-mail. */
                email?: {
                    /** @enum {string} */
                    status: "pending" | "sending" | "sent" | "suppressed" | "failed";
                    /** @description Why the e-mail was suppressed or has failed. For mail_server, the answer of the mail server. */
                    reason?: string;
                    /**
                     * @description The reason as a code. The meaning of a code never changes; the text of the reason may.
                     * @enum {string}
                     */
                    reasonCode?: "no_address" | "unsubscribed" | "no_consent" | "bought" | "not_wished" | "not_in_catalogue" | "not_shown" | "sold_out" | "price_risen" | "switched_off" | "tenant_suspended" | "mail_server" | "given_up";
                    /** Format: date-time */
                    time: string;
                    /** @description Local part of the Message-ID. It is the same for all alerts in one message. */
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
            /** @description Event types, or prefixes that end with *. An empty list, or only *, selects all events. */
            events?: string[] | null;
            description?: string | null;
        };
        WebhookReplay: {
            id: string;
            /** @enum {string} */
            status: "running" | "completed" | "stopped";
            /** @description Why the replay stopped early. */
            reason?: string;
            /**
             * @description The reason as a code. The meaning of a code never changes; the text of the reason may.
             * @enum {string}
             */
            reasonCode?: "endpoint_disabled" | "events_lost" | "nothing_accepted" | "limit_reached" | "given_up";
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            reachedTime?: string;
            /** @description Number of events that were sent, whether they were accepted or not. */
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
            /** @description Why the service disabled the endpoint. */
            reason?: string;
            /**
             * @description The reason as a code. The meaning of a code never changes; the text of the reason may.
             * @enum {string}
             */
            reasonCode?: "receiver_gone" | "attempts_failed";
            /** Format: date-time */
            failingSince?: string;
            /** Format: date-time */
            createdTime: string;
            /** Format: date-time */
            modifiedTime: string;
            replay?: components["schemas"]["WebhookReplay"];
            /** @description Shown only when the secret is new. */
            secret?: string;
        };
        WebhookEndpoints: {
            endpoints: components["schemas"]["WebhookEndpoint"][];
        };
        UpdateWebhookEndpointRequest: {
            url?: string;
            /** @description Event types, or prefixes that end with *. An empty list, or only *, selects all events. */
            events?: string[] | null;
            description?: string | null;
            /** @enum {string} */
            status?: "enabled" | "disabled";
        };
        QueuedDeliveries: {
            eventIds: string[];
        };
        ReplayWebhooksRequest: {
            /**
             * Format: date-time
             * @description Must not be in the future.
             */
            since?: string;
            eventIds?: string[];
        };
        QueuedReplay: {
            /** @description Ids of the events that are sent again. */
            eventIds?: string[];
            /** @description The named events that are not sent: `not_found` (not stored, or not any more) or `not_subscribed` (the endpoint does not select them). */
            notSent?: {
                eventId: string;
                /** @enum {string} */
                reason: "not_found" | "not_subscribed";
            }[];
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
            /** @description The attempts, the newest first. */
            attempts: components["schemas"]["WebhookDelivery"][];
            /** @description The event with its current data, as it would be sent now. Erased data is absent. The event is absent for test events, and if it is no longer stored. */
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
                /** @description Number of records that the platform has accepted, or that were written to the file of the run. The file of a failed run is deleted. */
                accepted: number;
                /** @description Numbers of skipped records by reason: noConsent, private, deleted, and the reasons of the platform. */
                skipped: {
                    [key: string]: number;
                };
                /** @description Number of records that the platform has rejected. */
                failed: number;
            };
            /** @description Why the run waits or failed. */
            reason?: string;
            /**
             * @description The reason as a code. The meaning of a code never changes; the text of the reason may.
             * @enum {string}
             */
            reasonCode?: "changes_lost" | "changes_lost_for_good" | "changes_unavailable" | "changes_delayed" | "clocks_differ" | "internal_error" | "given_up" | "export_deleted" | "connector_changed" | "erasures_during_run" | "connector_unknown" | "secret_key_missing" | "secret_changed" | "secret_missing" | "address_refused" | "unreachable" | "platform_answer" | "upload_not_started" | "record_refused" | "record_too_large" | "all_refused" | "too_many_refused" | "outcome_unknown" | "file_not_written" | "file_too_large" | "file_part_missing" | "files_too_large";
            /** @description Path of the file in the data directory. */
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
                /** @description Number of records that the platform has accepted, or that were written to the file of the run. The file of a failed run is deleted. */
                accepted: number;
                /** @description Numbers of skipped records by reason: noConsent, private, deleted, and the reasons of the platform. */
                skipped: {
                    [key: string]: number;
                };
                /** @description Number of records that the platform has rejected. */
                failed: number;
            };
            /** @description Why the run waits or failed. */
            reason?: string;
            /**
             * @description The reason as a code. The meaning of a code never changes; the text of the reason may.
             * @enum {string}
             */
            reasonCode?: "changes_lost" | "changes_lost_for_good" | "changes_unavailable" | "changes_delayed" | "clocks_differ" | "internal_error" | "given_up" | "export_deleted" | "connector_changed" | "erasures_during_run" | "connector_unknown" | "secret_key_missing" | "secret_changed" | "secret_missing" | "address_refused" | "unreachable" | "platform_answer" | "upload_not_started" | "record_refused" | "record_too_large" | "all_refused" | "too_many_refused" | "outcome_unknown" | "file_not_written" | "file_too_large" | "file_part_missing" | "files_too_large";
            /** @description Path of the file in the data directory. */
            file?: string;
            /**
             * Format: date-time
             * @description When the file was deleted because the tenant's files exceeded their limit.
             */
            fileRemovedTime?: string;
            /** @description A page of the records that the platform rejected. */
            rejected: {
                id: string;
                /** @description Why the record was rejected, with the platform's words. */
                reason: string;
                /**
                 * @description The reason as a code. The meaning of a code never changes; the text of the reason may.
                 * @enum {string}
                 */
                reasonCode?: "changes_lost" | "changes_lost_for_good" | "changes_unavailable" | "changes_delayed" | "clocks_differ" | "internal_error" | "given_up" | "export_deleted" | "connector_changed" | "erasures_during_run" | "connector_unknown" | "secret_key_missing" | "secret_changed" | "secret_missing" | "address_refused" | "unreachable" | "platform_answer" | "upload_not_started" | "record_refused" | "record_too_large" | "all_refused" | "too_many_refused" | "outcome_unknown" | "file_not_written" | "file_too_large" | "file_part_missing" | "files_too_large";
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
            /** @description Target of the export. Secrets are shown as ***. A request that sends *** keeps the stored secret, unless it changes the address. */
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
                /** @description Whether the bucket is in the path, not in the host name; true by default if baseUrl is given or the bucket's name has dots. */
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
                /** @description A cron expression with five fields, or six fields with seconds first. Names such as @daily are refused. */
                cron: string;
                /** @description Time zone, such as Europe/Berlin. */
                timezone: string;
            } | null;
            /** @description Event types of items, or prefixes that end with *. Absent for all types. The deletion of an item has the type wishlist.item.removed. Deletions of wishlists and customers, and withdrawn consent, are always exported. */
            events?: string[] | null;
            /** @description Ids or references of wishlists. Absent for all wishlists. */
            lists?: string[] | null;
            /** @description Names of the fields of the output, each with its path in a record, such as item.product.productRef. */
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
                /** @description A cron expression with five fields, or six fields with seconds first. Names such as @daily are refused. */
                cron: string;
                /** @description Time zone, such as Europe/Berlin. */
                timezone: string;
            };
            /** @enum {string} */
            mode: "changed" | "full";
            /** @description Event types of items, or prefixes that end with *. Absent for all types. The deletion of an item has the type wishlist.item.removed. Deletions of wishlists and customers, and withdrawn consent, are always exported. */
            events?: string[];
            /** @description Ids or references of wishlists. Absent for all wishlists. */
            lists?: string[];
            /** @description Names of the fields of the output, each with its path in a record, such as item.product.productRef. */
            mapping?: {
                [key: string]: string;
            };
            /** @description Whether private wishlists are also exported. */
            includePrivate: boolean;
            /** @description Whether only customers who accept marketing and have an opt-in level are exported. */
            onlyConsenting: boolean;
            /** @description Whether the schedule is active. */
            enabled: boolean;
            /** Format: date-time */
            nextRunTime?: string;
            /** @description Id of the active run. */
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
            /** @description Target of the export. Secrets are shown as ***. A request that sends *** keeps the stored secret, unless it changes the address. */
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
                /** @description Whether the bucket is in the path, not in the host name; true by default if baseUrl is given or the bucket's name has dots. */
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
                /** @description A cron expression with five fields, or six fields with seconds first. Names such as @daily are refused. */
                cron: string;
                /** @description Time zone, such as Europe/Berlin. */
                timezone: string;
            } | null;
            /** @description Event types of items, or prefixes that end with *. Absent for all types. The deletion of an item has the type wishlist.item.removed. Deletions of wishlists and customers, and withdrawn consent, are always exported. */
            events?: string[] | null;
            /** @description Ids or references of wishlists. Absent for all wishlists. */
            lists?: string[] | null;
            /** @description Names of the fields of the output, each with its path in a record, such as item.product.productRef. */
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
        /** @description Identifies a person by one or more of these members; at least one is required. */
        PersonalDataRequest: {
            /** @description A whole number or a Shopify global id is also accepted. */
            customerId?: string | null;
            /** @description A whole number or a Shopify global id is also accepted. */
            customerRef?: string | null;
            /** Format: email */
            email?: string | null;
            phone?: string | null;
            /** @description The `cursor` of the previous page. Absent for the first page. */
            cursor?: string | null;
        };
        StoredRecord: {
            [key: string]: unknown;
        };
        PersonalData: {
            /** Format: date-time */
            time: string;
            customerIds: string[];
            /** @description The stored data of the person, by kind. */
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
                rejections: components["schemas"]["StoredRecord"][];
            } & {
                [key: string]: components["schemas"]["StoredRecord"][];
            };
            /** @description Cursor of the next page. Absent on the last page. */
            cursor?: string;
        };
        /** @description Identifies a person by one or more of these members; at least one is required. */
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
            /** @description Number of records by kind. */
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
                /** @description Number of records by kind. */
                erased?: {
                    [key: string]: number;
                };
                /** @description Number of records by kind. */
                stored?: {
                    [key: string]: number;
                };
            }[];
            /** @description The `cursor` of the next page. Absent on the last page. A page before the last one can be short or empty. */
            cursor?: string;
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
                /** @description Wishes that were added in the period. */
                wishes: number;
                /** @description Wishes that were removed in the period: from their wishlist, after a purchase, or with the wishlist. */
                removed: number;
                /** @description Wishes that were added in the period, and neither purchased nor removed since then. */
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
                /** @description Wishes of the period that are still open. A wish counts as one unit. */
                units: number;
                /** @description Current units in stock: 0 or less. */
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
                 * @description The day, with by=day.
                 */
                day?: string;
                productRef?: string;
                productId?: string;
                variantRef?: string;
                variantId?: string;
                title?: string;
                variantTitle?: string;
                sku?: string;
                /** @description Wishes that were purchased in the period. Cancelled and refunded purchases do not count. */
                purchases: number;
                /** @description Purchased units. */
                units: number;
                /** @description Revenue of these units, with the prices of the orders. */
                revenue?: string;
                currency?: string;
                /** @description Average number of days from wish to purchase, with one decimal. */
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
                /** @description Wishes that were added. */
                added: number;
                /** @description Wishes that were removed. */
                removed: number;
                /** @description Wishes that were purchased. */
                purchased: number;
                /** @description Absent in reports for one location. */
                wishlistsCreated?: number;
                /** @description Absent in reports for one location. */
                wishlistsDeleted?: number;
                /** @description Absent in reports for one location. */
                backInStockAlerts?: number;
                /** @description Absent in reports for one location. */
                registerInterestAlerts?: number;
                /** @description Absent in reports for one location. */
                priceDropAlerts?: number;
                /** @description Absent in reports for one location. */
                lowStockAlerts?: number;
            }[];
        };
        GuestFigures: {
            /** @description Number of guests' wishlists, including those that the next night deletes. */
            wishlists: number;
            /** @description Number of claims in progress, which is usually 0. */
            openClaims: number;
            /** @description Days after which a guest's wishlist that is not used is deleted. */
            guestDays: number;
            /**
             * Format: date-time
             * @description Time before which no guest's wishlist lapses. Absent if there are no wishlists of guests.
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
                /** @description Id of the client or owner, or the user on the operator's machine. */
                id: string;
            };
            /** @description Name of the API operation, or of the operator's command. */
            action: string;
            /** @description Store of the action. Absent if the action concerns the whole tenant. */
            store?: string;
            /** @description The entities that the action was for. */
            target?: {
                [key: string]: string;
            };
            /** @description Names of the members of the body, or of the options of the command. */
            members?: string[];
            /** @description Changed settings that are switches or numbers, with their values before and after. */
            changes?: {
                /** @description Name of the setting, such as `alerts.holdSeconds`. */
                member: string;
                before: number | boolean;
                /** @description Null if the value was removed, so that the inherited or default value applies. */
                after: number | boolean | null;
            }[];
            requestId?: string;
            /**
             * @description Absent while the action runs, and if the process died during the action.
             * @enum {string}
             */
            outcome?: "done" | "refused" | "failed";
        };
        AuditEntries: {
            entries: components["schemas"]["AuditEntry"][];
            /** @description Cursor of the next page. Absent on the last page. */
            cursor?: string;
        };
        Settings: {
            /** @description Whether purchased items are removed from their wishlist. */
            removePurchased: boolean;
            /** @description Whether the same variant may be on a wishlist more than once. */
            allowDuplicateVariants: boolean;
            /**
             * Format: iso-4217
             * @description Currency of prices whose feed has no currency, such as Shopify's products, and of new customers without one.
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
                /** @description Minimum number of units for a variant to count as back in stock. */
                threshold: number;
                lowStockThreshold: number;
                /** @description How long a variant must stay in stock before customers are alerted, in seconds. */
                holdSeconds: number;
                /** @description Number of customers that one wave alerts for each unit in stock. */
                waveMultiple: number;
                /** @description Time between two waves, in seconds. */
                waveSeconds: number;
                priceDropPercent: number;
                priceDropAmount: number;
                /** @description How many percent a price must be below the lowest price that a customer was alerted about, for another alert. */
                minStepPercent: number;
                /** @description Whether alerts are also sent by e-mail, if the operator has set a mail server. The text "true" or "false" is also accepted. */
                email: boolean;
            };
            mail: {
                /** @description Name of the shop and of the sender, without angle brackets and Unicode direction marks. */
                shopName: string | null;
                /** @description Address to which the shop's name links. */
                shopUrl: string | null;
                /**
                 * Format: email
                 * @description E-mail address for replies of customers.
                 */
                replyTo: string | null;
                /** @description How long the alerts of a customer are collected for one message, in seconds. */
                collectSeconds: number;
                /**
                 * @description Language of the messages, and format of prices and numbers.
                 * @enum {string}
                 */
                language: "en" | "de" | "fr" | "es";
                /** @description The tenant's own texts, which replace those of the language. At most 4096 bytes as JSON. A change replaces all own texts; null restores the texts of the language. */
                texts: {
                    /** @description Has no placeholders. */
                    backInStock?: string;
                    /** @description Has no placeholders. */
                    registerInterest?: string;
                    /** @description Has no placeholders. */
                    priceDrop?: string;
                    /** @description Placeholders: {count}. */
                    lowStock?: string;
                    /** @description Has no placeholders. */
                    fewLeft?: string;
                    /** @description Placeholders: {headline}, {title}. */
                    subject?: string;
                    /** @description Placeholders: {headline}, {title}. */
                    subjectAndOne?: string;
                    /** @description Placeholders: {headline}, {title}, {count}. */
                    subjectAndMore?: string;
                    /** @description Placeholders: {count}. */
                    subjectMixed?: string;
                    /** @description Has no placeholders. */
                    introOne?: string;
                    /** @description Placeholders: {count}. */
                    introMany?: string;
                    /** @description Placeholders: {price}. */
                    previousPrice?: string;
                    /** @description Has no placeholders. */
                    view?: string;
                    /** @description Has no placeholders. */
                    oneMore?: string;
                    /** @description Placeholders: {count}. */
                    more?: string;
                    /** @description Has no placeholders. */
                    reason?: string;
                    /** @description Has no placeholders. */
                    unsubscribe?: string;
                    /** @description Has no placeholders. */
                    unsubscribeBy?: string;
                } | null;
            };
            sharing: {
                /** @description Name of the shop on the pages of shared wishlists. If it is null, mail.shopName is used. */
                displayName: string | null;
                /** @description Colour of the shop on the pages of shared wishlists, as #rrggbb. Text on it is black or white. */
                color: string | null;
                /** @description The same for the dark theme. If it is null, color is used. */
                darkColor: string | null;
            };
            /** @description The source of each setting: the default of the service, the tenant, or the store. */
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
             * @description Currency of prices whose feed has no currency, such as Shopify's products, and of new customers without one.
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
                /** @description Minimum number of units for a variant to count as back in stock. */
                threshold?: number | null;
                lowStockThreshold?: number | null;
                /** @description How long a variant must stay in stock before customers are alerted, in seconds. */
                holdSeconds?: number | null;
                /** @description Number of customers that one wave alerts for each unit in stock. */
                waveMultiple?: number | null;
                /** @description Time between two waves, in seconds. */
                waveSeconds?: number | null;
                priceDropPercent?: number | null;
                priceDropAmount?: number | null;
                /** @description How many percent a price must be below the lowest price that a customer was alerted about, for another alert. */
                minStepPercent?: number | null;
                /** @description Whether alerts are also sent by e-mail, if the operator has set a mail server. The text "true" or "false" is also accepted. */
                email?: boolean | null;
            };
            mail?: {
                /** @description Name of the shop and of the sender, without angle brackets and Unicode direction marks. */
                shopName?: string | null;
                /** @description Address to which the shop's name links. */
                shopUrl?: string | null;
                /**
                 * Format: email
                 * @description E-mail address for replies of customers.
                 */
                replyTo?: string | null;
                /** @description How long the alerts of a customer are collected for one message, in seconds. */
                collectSeconds?: number | null;
                /**
                 * @description Language of the messages, and format of prices and numbers.
                 * @enum {string|null}
                 */
                language?: "en" | "de" | "fr" | "es" | null;
                /** @description The tenant's own texts, which replace those of the language. At most 4096 bytes as JSON. A change replaces all own texts; null restores the texts of the language. */
                texts?: {
                    /** @description Has no placeholders. */
                    backInStock?: string;
                    /** @description Has no placeholders. */
                    registerInterest?: string;
                    /** @description Has no placeholders. */
                    priceDrop?: string;
                    /** @description Placeholders: {count}. */
                    lowStock?: string;
                    /** @description Has no placeholders. */
                    fewLeft?: string;
                    /** @description Placeholders: {headline}, {title}. */
                    subject?: string;
                    /** @description Placeholders: {headline}, {title}. */
                    subjectAndOne?: string;
                    /** @description Placeholders: {headline}, {title}, {count}. */
                    subjectAndMore?: string;
                    /** @description Placeholders: {count}. */
                    subjectMixed?: string;
                    /** @description Has no placeholders. */
                    introOne?: string;
                    /** @description Placeholders: {count}. */
                    introMany?: string;
                    /** @description Placeholders: {price}. */
                    previousPrice?: string;
                    /** @description Has no placeholders. */
                    view?: string;
                    /** @description Has no placeholders. */
                    oneMore?: string;
                    /** @description Placeholders: {count}. */
                    more?: string;
                    /** @description Has no placeholders. */
                    reason?: string;
                    /** @description Has no placeholders. */
                    unsubscribe?: string;
                    /** @description Has no placeholders. */
                    unsubscribeBy?: string;
                } | null;
            };
            sharing?: {
                /** @description Name of the shop on the pages of shared wishlists. If it is null, mail.shopName is used. */
                displayName?: string | null;
                /** @description Colour of the shop on the pages of shared wishlists, as #rrggbb. Text on it is black or white. */
                color?: string | null;
                /** @description The same for the dark theme. If it is null, color is used. */
                darkColor?: string | null;
            };
        };
        Client: {
            clientId: string;
            store: string;
            scopes: ("wishlists:read" | "wishlists:write" | "customers:read" | "customers:write" | "catalogue:read" | "catalogue:write" | "orders:read" | "orders:write" | "events:read" | "events:write" | "reports:read" | "exports:read" | "exports:write" | "exports:personal" | "settings:read" | "settings:write" | "clients:read" | "clients:write" | "privacy:read" | "privacy:write" | "audit:read" | "tokens:exchange")[];
            disabled: boolean;
            /** @description Number of valid secrets. There are two while the previous secret is still valid. */
            secrets: number;
            /** Format: date-time */
            createdTime: string;
        };
        Clients: {
            clients: components["schemas"]["Client"][];
            /** @description The stores of these clients, and the default store. */
            stores: string[];
        };
        CreateClientRequest: {
            scopes: ("wishlists:read" | "wishlists:write" | "customers:read" | "customers:write" | "catalogue:read" | "catalogue:write" | "orders:read" | "orders:write" | "events:read" | "events:write" | "reports:read" | "exports:read" | "exports:write" | "exports:personal" | "settings:read" | "settings:write" | "clients:read" | "clients:write" | "privacy:read" | "privacy:write" | "audit:read" | "tokens:exchange")[];
            /** @description Store of the client. The default is the caller's store. A new name creates a new store. */
            store?: string;
        };
        ClientWithSecret: {
            clientId: string;
            store: string;
            scopes: ("wishlists:read" | "wishlists:write" | "customers:read" | "customers:write" | "catalogue:read" | "catalogue:write" | "orders:read" | "orders:write" | "events:read" | "events:write" | "reports:read" | "exports:read" | "exports:write" | "exports:personal" | "settings:read" | "settings:write" | "clients:read" | "clients:write" | "privacy:read" | "privacy:write" | "audit:read" | "tokens:exchange")[];
            disabled: boolean;
            /** @description Number of valid secrets. There are two while the previous secret is still valid. */
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
             * @description How long the current secret stays valid, in seconds.
             * @default 86400
             */
            overlapSeconds: number;
        };
        IssueTokenRequest: {
            /** @enum {string} */
            grant_type: "client_credentials" | "urn:ietf:params:oauth:grant-type:token-exchange";
            client_id?: string;
            client_secret?: string;
            /** @description Scopes, separated by spaces. If it is absent, the token has all scopes of the client. For a token exchange: `shopper`, or absent. */
            scope?: string;
            /** @description For a token exchange: the id or the reference of the customer, or the token of the guest. */
            subject_token?: string;
            /** @enum {string} */
            subject_token_type?: "urn:wishlist-service:token-type:customer-id" | "urn:wishlist-service:token-type:customer-ref" | "urn:wishlist-service:token-type:guest-token";
            /** @description For a token exchange: the type of an access token, or absent. */
            requested_token_type?: string;
        };
        Token: {
            access_token: string;
            /** @description Lifetime of the token, in seconds. */
            expires_in: number;
            /** @description Always 0, because client credentials do not get a refresh token. */
            refresh_expires_in: number;
            /** @description For a token exchange: the type of an access token. */
            issued_token_type?: string;
            /** @constant */
            token_type: "Bearer";
            /** @description When the tokens were last revoked, in seconds since 1970; 0 if they never were. */
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
            /** @description A description of the wishlist. */
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
            /** @description A description of the wishlist. */
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
            /** @description Number of wished units; 1 if absent. An order can fulfil a part of them. */
            quantity?: number | null;
            /** @description Priority from 1 to 5. The service does not sort by it. */
            priority?: number | null;
            /** @description A note by the shopper. */
            note?: string | null;
            attributeGroups?: components["schemas"]["AttributeGroups"] | null;
        };
        SdkCustomerRecord: {
            /** @description The service's id. */
            id: string;
            /** @description The retailer's reference, if one was given. */
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
            /** @description A mobile number in any format; not unique. */
            mobile?: string | null;
            spendToNextTier?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            vipStatus?: boolean | null;
            /** @description A number with a country code is stored in E.164 format and must be unique. Any other number is stored unchanged. */
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
            /** @description A mobile number in any format; not unique. */
            mobile?: string | null;
            spendToNextTier?: string | null;
            /** @description The text "true" or "false" is also accepted. */
            vipStatus?: boolean | null;
            /** @description A number with a country code is stored in E.164 format and must be unique. Any other number is stored unchanged. */
            phone?: string | null;
            addresses?: components["schemas"]["SdkAddress"][] | null;
            optin_preferences?: components["schemas"]["OptInPreferences"] | null;
        };
        SdkUploadCustomersRequest: components["schemas"]["SdkCustomer"][];
        SdkUploadedCustomers: {
            /** @description One per customer, in the order of the request. */
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
                /** @description Fields that are not valid, or not up to date. The row was written without them. */
                ignored?: {
                    path: string;
                    message: string;
                }[];
            }[];
        };
        WebhookEvent: {
            /** @description Id of the event. It is the same in the change feed, in webhooks and in each attempt. */
            id: string;
            /** @enum {string} */
            type: "customer.created" | "customer.updated" | "customer.deleted" | "wishlist.created" | "wishlist.updated" | "wishlist.deleted" | "wishlist.item.added" | "wishlist.item.updated" | "wishlist.item.removed" | "wishlist.item.purchased" | "wishlist.item.purchase_reverted" | "order.received" | "alert.back_in_stock" | "alert.register_interest" | "alert.price_drop" | "alert.low_stock" | "webhook.endpoint_disabled" | "webhook.test";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["EventData"];
            tenant: string;
            store: string;
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
        /** @description A valid access token is required. */
        Problem401: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The token does not have the scope, X-SVC-Tenant is not the tenant of the token, or the tenant is suspended. */
        Problem403: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
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
                "Retry-After": components["headers"]["Retry-After"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
        /** @description An internal error occurred. After a write, it may be unknown whether it was applied. */
        Problem500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service is unavailable. A single write was not applied; of many rows or a file, some rows may have been applied. See Retry-After. */
        Problem503: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A query parameter or header is invalid. The body is not JSON. The body is invalid. A reference is taken. */
        Problem400_2: {
            headers: {
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such resource. */
        Problem404_2: {
            headers: {
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The first request with this Idempotency-Key is still running. */
        Problem409: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
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
        /** @description The media type of the body is not JSON, or the body has a content encoding. */
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
        /** @description A query parameter or header is invalid. The body is not JSON. The body is invalid. A reference is taken. */
        Problem400_3: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A query parameter or header is invalid. */
        Problem400_4: {
            headers: {
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON. The body is invalid. A reference is taken. */
        Problem405: {
            headers: {
                Allow: components["headers"]["Allow"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description If-Match does not match the current version. */
        Problem412: {
            headers: {
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A query parameter or header is invalid. The body is not JSON. */
        Problem400_5: {
            headers: {
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is invalid. A reference is taken. */
        Problem405_2: {
            headers: {
                Allow: components["headers"]["Allow"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A query parameter or header is invalid. The body is not JSON. The body is invalid. */
        Problem400_6: {
            headers: {
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The first request with this Idempotency-Key is still running. A reference is taken. */
        Problem409_2: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The media type of the body is not supported, or its encoding is not gzip. */
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
    headers: {
        /** @description Entity tag of the version in the answer, for If-Match and If-None-Match. */
        ETag: string;
        /** @description The text true if an earlier request with the same Idempotency-Key was carried out. */
        "Idempotency-Replayed": string;
        /** @description Path of the work that was started. */
        Location: string;
        /** @description How the caller can authenticate; also why a token was refused, as in RFC 6750. */
        "WWW-Authenticate": string;
        /** @description The methods of the path. */
        Allow: string;
        /** @description Number of seconds after which the request can be repeated; absent if that would not help. */
        "Retry-After": string;
        /** @description Remaining requests of the limit, and the seconds until it is renewed. */
        RateLimit: string;
        /** @description The limit of requests, and its window in seconds. */
        "RateLimit-Policy": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    sdkGetCustomersWithFlag: {
        parameters: {
            query?: {
                /** @description Selects all variants of this product in the catalogue. */
                productRef?: string;
                /** @description Selects this variant. If productRef is also sent, the variant does not have to be in the catalogue. */
                variantRef?: string;
                /** @description true for wishes with notifyMe. Either notifyMe or preRelease is required. */
                notifyMe?: boolean;
                /** @description true for wishes with prerelease. Either notifyMe or preRelease is required. */
                preRelease?: boolean;
                /** @description Maximum number of entries in the page; a value above 50 counts as 50. */
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
                     *       "lastEvaluatedItemId": "1~1796087505598~w1m8qjgrjj000mn0fa.12",
                     *       "customers": [
                     *         {
                     *           "id": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *           "customerRef": "c-1001",
                     *           "email": "ada@shop.example",
                     *           "firstName": "Ada",
                     *           "lastName": "Lovelace",
                     *           "phone": "+493012345678",
                     *           "accepts_marketing": true,
                     *           "createdDate": "2026-12-01T01:11:45.341Z",
                     *           "customer_state": "disabled",
                     *           "lastModifiedDate": "2026-12-01T01:11:45.452Z",
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
                     *               "opt_in_updated_at": "2026-12-01T01:11:45.341Z",
                     *               "opted_in_at": "2026-12-01T01:11:45.341Z"
                     *             },
                     *             "sms": {
                     *               "opt_in_active": false
                     *             }
                     *           },
                     *           "wishlistItemIds": [
                     *             "w1m8qjgrjj000mn0fa.12"
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
                /** @description Selects all variants of this product in the catalogue. */
                productRef?: string;
                /** @description Selects this variant. If productRef is also sent, the variant does not have to be in the catalogue. */
                variantRef?: string;
                /** @description true for wishes with notifyMe. Either notifyMe or preRelease is required. */
                notifyMe?: boolean;
                /** @description true for wishes with prerelease. Either notifyMe or preRelease is required. */
                preRelease?: boolean;
            };
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "687e997e9bf7b4f3457a897f",
                     *       "flag": "notifyMe",
                     *       "status": "finished",
                     *       "count": 2,
                     *       "startedTime": "2026-12-01T01:11:46.276Z",
                     *       "finishedTime": "2026-12-01T01:11:46.281Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FlagReset"];
                };
            };
            /** @description A job resets the rest. */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlagReset"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                     *       "id": "687e997e9bf7b4f3457a897f",
                     *       "flag": "notifyMe",
                     *       "status": "finished",
                     *       "count": 2,
                     *       "startedTime": "2026-12-01T01:11:46.276Z",
                     *       "finishedTime": "2026-12-01T01:11:46.281Z"
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
            /** @description A count for each entry, in the order of the request. */
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
                        /** @description The reference, if it was sent as text; of a global id of Shopify, its digits. */
                        ref?: string;
                        productRef?: string;
                        variantRef?: string;
                        count: number;
                    }[];
                };
            };
            400: components["responses"]["Problem400_3"];
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
                /** @description The service's id of the wishlist. Either id or wishlistRef is required. */
                id?: string;
                /** @description The retailer's reference of the wishlist. */
                wishlistRef?: string;
                /** @description Maximum number of entries in the page; a value above 50 counts as 50. */
                pageSize?: number;
                /** @description Only entries with an id greater than this one are returned. */
                lastItemId?: string;
            };
            header?: {
                /** @description Entity tag of the version that the caller has. The answer is 304 if it is the current version. */
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m8qjgrjj000mn0fa",
                     *       "customerId": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *       "customerRef": "c-1001",
                     *       "name": "Birthday",
                     *       "wishlistRef": "birthday",
                     *       "isPrivate": false,
                     *       "deleted": false,
                     *       "createdTime": "2026-12-01T01:11:45.490Z",
                     *       "modifiedTime": "2026-12-01T01:11:45.511Z",
                     *       "description": "For the 10th of December",
                     *       "wishlistItems": [
                     *         {
                     *           "id": "w1m8qjgrjj000mn0fa.11",
                     *           "wishlistId": "w1m8qjgrjj000mn0fa",
                     *           "product": {
                     *             "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *             "productRef": "tent",
                     *             "selectedVariantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.11",
                     *             "selectedVariantRef": "tent-2"
                     *           },
                     *           "purchased": false,
                     *           "purchasedAndRemoved": false,
                     *           "addedFromCart": false,
                     *           "addedByStaff": false,
                     *           "disableNotification": false,
                     *           "prerelease": false,
                     *           "notifyMe": true,
                     *           "createdTime": "2026-12-01T01:11:45.570Z",
                     *           "modifiedTime": "2026-12-01T01:11:45.570Z",
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
                     *           "id": "w1m8qjgrjj000mn0fa.12",
                     *           "wishlistId": "w1m8qjgrjj000mn0fa",
                     *           "product": {
                     *             "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *             "productRef": "tent",
                     *             "selectedVariantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.12",
                     *             "selectedVariantRef": "tent-3"
                     *           },
                     *           "purchased": false,
                     *           "purchasedAndRemoved": false,
                     *           "addedFromCart": false,
                     *           "addedByStaff": false,
                     *           "disableNotification": false,
                     *           "prerelease": false,
                     *           "notifyMe": true,
                     *           "createdTime": "2026-12-01T01:11:45.598Z",
                     *           "modifiedTime": "2026-12-01T01:11:45.621Z",
                     *           "wishlistRef": "birthday",
                     *           "wishlistItemRef": "second",
                     *           "priceWhenAdded": {
                     *             "amount": "429.00",
                     *             "currency": "EUR"
                     *           },
                     *           "waitingSince": "2026-12-01T01:11:45.621Z"
                     *         }
                     *       ],
                     *       "itemCount": 2,
                     *       "lastEvaluatedItemId": "w1m8qjgrjj000mn0fa.12"
                     *     }
                     */
                    "application/json": components["schemas"]["WishlistWithItems"];
                };
            };
            /** @description The caller already has the current version. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
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
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m8qjgrjj000mn0fa",
                     *       "customerId": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *       "customerRef": "c-1001",
                     *       "name": "Birthday",
                     *       "wishlistRef": "birthday",
                     *       "isPrivate": false,
                     *       "deleted": false,
                     *       "createdTime": "2026-12-01T01:11:45.490Z",
                     *       "modifiedTime": "2026-12-01T01:11:45.511Z",
                     *       "description": "For the 10th of December"
                     *     }
                     */
                    "application/json": components["schemas"]["Wishlist"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m8qjgrjj000mn0fa",
                     *       "customerId": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *       "customerRef": "c-1001",
                     *       "name": "Birthday",
                     *       "wishlistRef": "birthday",
                     *       "isPrivate": false,
                     *       "deleted": false,
                     *       "createdTime": "2026-12-01T01:11:45.490Z",
                     *       "modifiedTime": "2026-12-01T01:11:45.490Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedWishlist"];
                };
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description The service's id of the wishlist. Either id or wishlistRef is required. */
                id?: string;
                /** @description The retailer's reference of the wishlist. */
                wishlistRef?: string;
            };
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description The service's id of the customer. Either customerId or customerRef is required. */
                customerId?: string;
                /** @description The retailer's reference of the customer. */
                customerRef?: string;
            };
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All wishlists are deleted. */
            204: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description The service's id of the wishlist. Either id or wishlistRef is required. */
                id?: string;
                /** @description The retailer's reference of the wishlist. */
                wishlistRef?: string;
                /** @description Maximum number of entries in the page; a value above 50 counts as 50. */
                pageSize?: number;
                /** @description Only entries with an id greater than this one are returned. */
                lastItemId?: string;
            };
            header?: {
                /** @description Entity tag of the version that the caller has. The answer is 304 if it is the current version. */
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "wishlistItems": [
                     *         {
                     *           "id": "w1m8qjgrjj000mn0fa.11",
                     *           "wishlistId": "w1m8qjgrjj000mn0fa",
                     *           "product": {
                     *             "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *             "productRef": "tent",
                     *             "selectedVariantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.11",
                     *             "selectedVariantRef": "tent-2"
                     *           },
                     *           "purchased": false,
                     *           "purchasedAndRemoved": false,
                     *           "addedFromCart": false,
                     *           "addedByStaff": false,
                     *           "disableNotification": false,
                     *           "prerelease": false,
                     *           "notifyMe": true,
                     *           "createdTime": "2026-12-01T01:11:45.570Z",
                     *           "modifiedTime": "2026-12-01T01:11:45.570Z",
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
                     *       "lastEvaluatedItemId": "w1m8qjgrjj000mn0fa.11"
                     *     }
                     */
                    "application/json": components["schemas"]["ItemPage"];
                };
            };
            /** @description The caller already has the current version. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
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
            query?: {
                /** @description Selects the wishlist if several have an item with the reference. */
                wishlistId?: string;
                /** @description Selects the wishlist if several have an item with the reference. */
                wishlistRef?: string;
            };
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "w1m8qjgs850006nfh4.11",
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
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m8qjgs850006nfh4.11",
                     *       "wishlistId": "w1m8qjgs850006nfh4",
                     *       "product": {
                     *         "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *         "productRef": "tent",
                     *         "selectedVariantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.12",
                     *         "selectedVariantRef": "tent-3"
                     *       },
                     *       "purchased": false,
                     *       "purchasedAndRemoved": false,
                     *       "addedFromCart": false,
                     *       "addedByStaff": false,
                     *       "disableNotification": false,
                     *       "prerelease": true,
                     *       "notifyMe": true,
                     *       "createdTime": "2026-12-01T01:11:46.194Z",
                     *       "modifiedTime": "2026-12-01T01:11:46.255Z",
                     *       "wishlistRef": "garden",
                     *       "wishlistItemRef": "third",
                     *       "priceWhenAdded": {
                     *         "amount": "429.00",
                     *         "currency": "EUR"
                     *       },
                     *       "waitingSince": "2026-12-01T01:11:46.255Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WishlistItem"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
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
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m8qjgrjj000mn0fa.11",
                     *       "wishlistId": "w1m8qjgrjj000mn0fa",
                     *       "product": {
                     *         "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *         "productRef": "tent",
                     *         "selectedVariantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.11",
                     *         "selectedVariantRef": "tent-2"
                     *       },
                     *       "purchased": false,
                     *       "purchasedAndRemoved": false,
                     *       "addedFromCart": false,
                     *       "addedByStaff": false,
                     *       "disableNotification": false,
                     *       "prerelease": false,
                     *       "notifyMe": true,
                     *       "createdTime": "2026-12-01T01:11:45.570Z",
                     *       "modifiedTime": "2026-12-01T01:11:45.570Z",
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
            400: components["responses"]["Problem400_5"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description The service's id of the customer. Either customerId or customerRef is required. */
                customerId?: string;
                /** @description The retailer's reference of the customer. */
                customerRef?: string;
                /** @description Maximum number of entries in the page; a value above 50 counts as 50. */
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
                     *       "lastEvaluatedWishlistId": "w1m8qjgrjj000mn0fa",
                     *       "wishlist": [
                     *         {
                     *           "id": "w1m8qjgrjj000mn0fa",
                     *           "customerId": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *           "customerRef": "c-1001",
                     *           "name": "Birthday",
                     *           "wishlistRef": "birthday",
                     *           "isPrivate": false,
                     *           "deleted": false,
                     *           "createdTime": "2026-12-01T01:11:45.490Z",
                     *           "modifiedTime": "2026-12-01T01:11:45.511Z",
                     *           "description": "For the 10th of December",
                     *           "wishlistItems": [
                     *             {
                     *               "id": "w1m8qjgrjj000mn0fa.11",
                     *               "wishlistId": "w1m8qjgrjj000mn0fa",
                     *               "product": {
                     *                 "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *                 "productRef": "tent",
                     *                 "selectedVariantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.11",
                     *                 "selectedVariantRef": "tent-2"
                     *               },
                     *               "purchased": false,
                     *               "purchasedAndRemoved": false,
                     *               "addedFromCart": false,
                     *               "addedByStaff": false,
                     *               "disableNotification": false,
                     *               "prerelease": false,
                     *               "notifyMe": true,
                     *               "createdTime": "2026-12-01T01:11:45.570Z",
                     *               "modifiedTime": "2026-12-01T01:11:45.570Z",
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
                     *               "id": "w1m8qjgrjj000mn0fa.12",
                     *               "wishlistId": "w1m8qjgrjj000mn0fa",
                     *               "product": {
                     *                 "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *                 "productRef": "tent",
                     *                 "selectedVariantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.12",
                     *                 "selectedVariantRef": "tent-3"
                     *               },
                     *               "purchased": false,
                     *               "purchasedAndRemoved": false,
                     *               "addedFromCart": false,
                     *               "addedByStaff": false,
                     *               "disableNotification": false,
                     *               "prerelease": false,
                     *               "notifyMe": true,
                     *               "createdTime": "2026-12-01T01:11:45.598Z",
                     *               "modifiedTime": "2026-12-01T01:11:45.621Z",
                     *               "wishlistRef": "birthday",
                     *               "wishlistItemRef": "second",
                     *               "priceWhenAdded": {
                     *                 "amount": "429.00",
                     *                 "currency": "EUR"
                     *               },
                     *               "waitingSince": "2026-12-01T01:11:45.621Z"
                     *             },
                     *             {
                     *               "id": "w1m8qjgrjj000mn0fa.13",
                     *               "wishlistId": "w1m8qjgrjj000mn0fa",
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
                     *               "createdTime": "2026-12-01T01:11:45.598Z",
                     *               "modifiedTime": "2026-12-01T01:11:45.657Z",
                     *               "wishlistRef": "birthday",
                     *               "waitingSince": "2026-12-01T01:11:45.657Z",
                     *               "variantSince": "2026-12-01T01:11:45.657Z"
                     *             }
                     *           ],
                     *           "itemCount": 3,
                     *           "lastEvaluatedItemId": "w1m8qjgrjj000mn0fa.13"
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
            /** @description The links, the oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "shares": [
                     *         {
                     *           "id": "s1m8qjgrw6000",
                     *           "createdTime": "2026-12-01T01:11:45.798Z",
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
                "If-Match"?: string;
            };
            path: {
                /** @description The service's id of the wishlist. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "s1m8qjgrw6000",
                     *       "createdTime": "2026-12-01T01:11:45.798Z",
                     *       "expires": "2100-01-01T00:00:00.000Z",
                     *       "displayName": "Ada",
                     *       "token": "w1m8qjgrjj000mn0fa.va7KfMbgCAHilWFvDMily5VPCnarqolNYNBaEFCPJW4",
                     *       "url": "http://wishlist.test/s/w1m8qjgrjj000mn0fa.va7KfMbgCAHilWFvDMily5VPCnarqolNYNBaEFCPJW4"
                     *     }
                     */
                    "application/json": components["schemas"]["NewShare"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description Maximum number of entries in the page; a value above 50 counts as 50. */
                pageSize?: number;
                /** @description Only entries with an id greater than this one are returned. */
                lastItemId?: string;
            };
            header?: {
                /** @description Entity tag of the version that the caller has. The answer is 304 if it is the current version. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The last part of the link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wishlist with a page of its items. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
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
                     *           "id": "w1m8qjgrjj000mn0fa.11",
                     *           "product": {
                     *             "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *             "productRef": "tent",
                     *             "selectedVariantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.11",
                     *             "selectedVariantRef": "tent-2"
                     *           },
                     *           "purchased": false
                     *         },
                     *         {
                     *           "id": "w1m8qjgrjj000mn0fa.12",
                     *           "product": {
                     *             "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *             "productRef": "tent",
                     *             "selectedVariantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.12",
                     *             "selectedVariantRef": "tent-3"
                     *           },
                     *           "purchased": false
                     *         }
                     *       ],
                     *       "itemCount": 2,
                     *       "lastEvaluatedItemId": "w1m8qjgrjj000mn0fa.12"
                     *     }
                     */
                    "application/json": components["schemas"]["SharedWishlist"];
                };
            };
            /** @description The caller already has the current version. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
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
            /** @description The link is not valid. */
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
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            /** @description The service is unavailable; see Retry-After. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
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
                /** @description Only entries with an id greater than this one are returned. */
                lastItemId?: string;
            };
            header?: {
                /** @description Entity tag of the version that the caller has. The answer is 304 if it is the current version. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The last part of the link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The caller already has the current version. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            /** @description A page that says that the link is not valid. */
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
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            /** @description The service is unavailable; see Retry-After. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "guestToken": "w1m8qjgrtd000c5s2f.0Jy9R7RgWvypvSDdCuu2X_Jp3NrC5wZo8ofsBZ-QBkM",
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "wishlistId": "w1m8qjgrty000ackfa",
                     *       "status": "kept"
                     *     }
                     */
                    "application/json": components["schemas"]["ClaimedWishlist"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
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
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "wishlistId": "w1m8qjgrjj000mn0fa",
                     *       "items": [
                     *         {
                     *           "id": "w1m8qjgrjj000mn0fa.12",
                     *           "wishlistItemRef": "second",
                     *           "status": "created"
                     *         },
                     *         {
                     *           "id": "w1m8qjgrjj000mn0fa.13",
                     *           "status": "created"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AddedItems"];
                };
            };
            400: components["responses"]["Problem400_6"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description Entity tag of the version that the caller has. The answer is 304 if it is the current version. */
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m8qjgrjj000mn0fa.11",
                     *       "wishlistId": "w1m8qjgrjj000mn0fa",
                     *       "product": {
                     *         "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *         "productRef": "tent",
                     *         "selectedVariantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.11",
                     *         "selectedVariantRef": "tent-2"
                     *       },
                     *       "purchased": false,
                     *       "purchasedAndRemoved": false,
                     *       "addedFromCart": false,
                     *       "addedByStaff": false,
                     *       "disableNotification": false,
                     *       "prerelease": false,
                     *       "notifyMe": true,
                     *       "createdTime": "2026-12-01T01:11:45.570Z",
                     *       "modifiedTime": "2026-12-01T01:11:45.570Z",
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
            /** @description The caller already has the current version. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
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
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m8qjgrjj000mn0fa.12",
                     *       "wishlistId": "w1m8qjgrjj000mn0fa",
                     *       "product": {
                     *         "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *         "productRef": "tent",
                     *         "selectedVariantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.12",
                     *         "selectedVariantRef": "tent-3"
                     *       },
                     *       "purchased": false,
                     *       "purchasedAndRemoved": false,
                     *       "addedFromCart": false,
                     *       "addedByStaff": false,
                     *       "disableNotification": false,
                     *       "prerelease": false,
                     *       "notifyMe": true,
                     *       "createdTime": "2026-12-01T01:11:45.598Z",
                     *       "modifiedTime": "2026-12-01T01:11:45.621Z",
                     *       "wishlistRef": "birthday",
                     *       "wishlistItemRef": "second",
                     *       "priceWhenAdded": {
                     *         "amount": "429.00",
                     *         "currency": "EUR"
                     *       },
                     *       "waitingSince": "2026-12-01T01:11:45.621Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WishlistItem"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
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
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m8qjgrjj000mn0fa.13",
                     *       "wishlistId": "w1m8qjgrjj000mn0fa",
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
                     *       "createdTime": "2026-12-01T01:11:45.598Z",
                     *       "modifiedTime": "2026-12-01T01:11:45.657Z",
                     *       "wishlistRef": "birthday",
                     *       "waitingSince": "2026-12-01T01:11:45.657Z",
                     *       "variantSince": "2026-12-01T01:11:45.657Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WishlistItem"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description Entity tag of the version that the caller has. The answer is 304 if it is the current version. */
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m8qjgrjj000mn0fa.11",
                     *       "wishlistId": "w1m8qjgrjj000mn0fa",
                     *       "product": {
                     *         "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *         "productRef": "tent",
                     *         "selectedVariantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.11",
                     *         "selectedVariantRef": "tent-2"
                     *       },
                     *       "purchased": false,
                     *       "purchasedAndRemoved": false,
                     *       "addedFromCart": false,
                     *       "addedByStaff": false,
                     *       "disableNotification": false,
                     *       "prerelease": false,
                     *       "notifyMe": true,
                     *       "createdTime": "2026-12-01T01:11:45.570Z",
                     *       "modifiedTime": "2026-12-01T01:11:45.570Z",
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
            /** @description The caller already has the current version. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
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
                /** @description Whether the item is removed because it was sold. A shopper's token cannot change it. */
                purchasedAndRemoved?: boolean;
            };
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
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
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description Whether the item is removed because it was sold. A shopper's token cannot change it. */
                purchasedAndRemoved?: boolean;
            };
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
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
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
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
                 *         "w1m8qjgrjj000mn0fa.13"
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
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "wishlistId": "w1m8qjgrjj000mn0fa",
                     *       "toWishlistId": "w1m8qjgrrw000pgx2c",
                     *       "items": [
                     *         {
                     *           "fromItemId": "w1m8qjgrjj000mn0fa.13",
                     *           "id": "w1m8qjgrrw000pgx2c.11",
                     *           "status": "created"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MovedItems"];
                };
            };
            400: components["responses"]["Problem400_6"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
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
                 *         "w1m8qjgrrw000pgx2c.11"
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
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "wishlistId": "w1m8qjgrrw000pgx2c",
                     *       "toWishlistId": "w1m8qjgrjj000mn0fa",
                     *       "items": [
                     *         {
                     *           "fromItemId": "w1m8qjgrrw000pgx2c.11",
                     *           "id": "w1m8qjgrjj000mn0fa.14",
                     *           "status": "created"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MovedItems"];
                };
            };
            400: components["responses"]["Problem400_6"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description Maximum number of entries in the page; a value above 50 counts as 50. */
                pageSize?: number;
                /** @description The `cursor` of the previous page. Absent for the first page. */
                cursor?: string;
                /** @description Only records that were created or changed at or after this time. */
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
                     *           "svc_customer_id": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *           "email": "ada@shop.example",
                     *           "first_name": "Ada",
                     *           "last_name": "Lovelace",
                     *           "phone": "+493012345678",
                     *           "created_at": "2026-12-01T01:11:45.341Z",
                     *           "updated_at": "2026-12-01T01:11:45.452Z",
                     *           "accepts_marketing_updated_at": "2026-12-01T01:11:45.341Z",
                     *           "note": "Prefers e-mail."
                     *         }
                     *       ],
                     *       "cursor": "WzAsImMxbThxamdyZHgwMDB4ZmRoYWFxcmhjenBwbnF0IiwibGlzdEN1c3RvbWVycyJd"
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
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
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
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
                     *       "svc_customer_id": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *       "email": "ada@shop.example",
                     *       "first_name": "Ada",
                     *       "last_name": "Lovelace",
                     *       "phone": "+493012345678",
                     *       "created_at": "2026-12-01T01:11:45.341Z",
                     *       "updated_at": "2026-12-01T01:11:45.452Z",
                     *       "accepts_marketing_updated_at": "2026-12-01T01:11:45.341Z",
                     *       "note": "Prefers e-mail."
                     *     }
                     */
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["Problem400_5"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c-1001",
                     *       "svc_customer_id": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *       "email": "ada@shop.example",
                     *       "first_name": "Ada",
                     *       "last_name": "Lovelace",
                     *       "phone": "+493012345678",
                     *       "accepts_marketing": true,
                     *       "marketing_opt_in_level": "confirmed_opt_in",
                     *       "addresses": [],
                     *       "created_at": "2026-12-01T01:11:45.341Z",
                     *       "orders_count": 0,
                     *       "state": "disabled",
                     *       "tags": "",
                     *       "tax_exempt": false,
                     *       "tax_exemptions": [],
                     *       "total_spent": 0,
                     *       "updated_at": "2026-12-01T01:11:45.341Z",
                     *       "verified_email": false,
                     *       "accepts_marketing_updated_at": "2026-12-01T01:11:45.341Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["Problem400_5"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "customers": [
                     *         {
                     *           "id": "c-1002",
                     *           "svc_customer_id": "c1m8qjgrfn0008c2ghtc0r1enepys",
                     *           "status": "created"
                     *         },
                     *         {
                     *           "id": "c-1003",
                     *           "status": "rejected",
                     *           "error": {
                     *             "code": "InvalidInput",
                     *             "detail": "/email must be an e-mail address.",
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
            400: components["responses"]["Problem400_5"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description Entity tag of the version that the caller has. The answer is 304 if it is the current version. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The retailer's or the service's id of the customer. */
                customerRef: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
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
                     *       "svc_customer_id": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *       "email": "ada@shop.example",
                     *       "first_name": "Ada",
                     *       "last_name": "Lovelace",
                     *       "phone": "+493012345678",
                     *       "created_at": "2026-12-01T01:11:45.341Z",
                     *       "updated_at": "2026-12-01T01:11:45.452Z",
                     *       "accepts_marketing_updated_at": "2026-12-01T01:11:45.341Z",
                     *       "note": "Prefers e-mail."
                     *     }
                     */
                    "application/json": components["schemas"]["Customer"];
                };
            };
            /** @description The caller already has the current version. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
                "If-Match"?: string;
            };
            path: {
                /** @description The retailer's or the service's id of the customer. */
                customerRef: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description Maximum number of entries in the page; a value above 50 counts as 50. */
                pageSize?: number;
                /** @description The `cursor` of the previous page. Absent for the first page. */
                cursor?: string;
                /** @description Only records that were created or changed at or after this time. */
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
                     *           "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *           "productRef": "tent",
                     *           "title": "Tent",
                     *           "status": "active",
                     *           "prerelease": false,
                     *           "createdTime": "2026-12-01T01:11:45.529Z",
                     *           "modifiedTime": "2026-12-01T01:11:45.529Z",
                     *           "url": "https://shop.example/products/tent",
                     *           "variantCount": 2
                     *         }
                     *       ],
                     *       "cursor": "WzAsInAxbThxamdya3MwMDB0NXF6ZGpiZjUyZ2Z2OGZyIiwibGlzdFByb2R1Y3RzIl0"
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "productRef": "tent",
                     *           "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *           "variants": [
                     *             {
                     *               "variantRef": "tent-2",
                     *               "variantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.11"
                     *             },
                     *             {
                     *               "variantRef": "tent-3",
                     *               "variantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.12"
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
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
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
            404: components["responses"]["Problem404_2"];
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
                     *       "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *       "productRef": "tent",
                     *       "title": "Tent",
                     *       "status": "active",
                     *       "prerelease": false,
                     *       "createdTime": "2026-12-01T01:11:45.529Z",
                     *       "modifiedTime": "2026-12-01T01:11:45.529Z",
                     *       "url": "https://shop.example/products/tent",
                     *       "variantCount": 2,
                     *       "variants": [
                     *         {
                     *           "productRef": "tent",
                     *           "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *           "variantRef": "tent-2",
                     *           "variantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.11",
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
                     *               "updatedTime": "2026-12-01T01:11:45.529Z"
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "productRef": "tent",
                     *           "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *           "variantRef": "tent-3",
                     *           "variantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.12",
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
                     *               "updatedTime": "2026-12-01T01:11:45.529Z"
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
            query?: {
                /** @description Reference of the variant's product. Needed if several products have a variant with this name. */
                productRef?: string;
            };
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
                     *       "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *       "variantRef": "tent-3",
                     *       "variantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.12",
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
                     *           "updatedTime": "2026-12-01T01:11:45.529Z"
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
                /** @description Maximum number of entries in the page; a value above 50 counts as 50. */
                pageSize?: number;
                /** @description The `cursor` of the previous page. Absent for the first page. */
                cursor?: string;
                /** @description Only records that were created or changed at or after this time. */
                changedSince?: string;
                /** @description Only orders with this status. */
                status?: "open" | "cancelled" | "refunded";
                /** @description Only orders that bought wishes of this customer, the newest first. */
                customerId?: string;
                /** @description The same, by the retailer's reference. */
                customerRef?: string;
                /** @description `newest`: the newest records of the store are first. Without it, the order is stable, but not the order of time. */
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
                     *           "createdTime": "2026-12-01T01:11:45.953Z",
                     *           "currency": "EUR",
                     *           "status": "open",
                     *           "test": false,
                     *           "receivedTime": "2026-12-01T01:11:45.973Z",
                     *           "modifiedTime": "2026-12-01T01:11:45.998Z",
                     *           "lines": [
                     *             {
                     *               "lineRef": "1",
                     *               "productRef": "tent",
                     *               "variantRef": "tent-2",
                     *               "quantity": 1,
                     *               "price": "349.00",
                     *               "matched": {
                     *                 "wishlistId": "w1m8qjgrjj000mn0fa",
                     *                 "itemId": "w1m8qjgrjj000mn0fa.11",
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                 *       "createdTime": "2026-12-01T01:11:45.953Z",
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
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
            404: components["responses"]["Problem404_2"];
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
                     *       "createdTime": "2026-12-01T01:11:45.953Z",
                     *       "currency": "EUR",
                     *       "status": "open",
                     *       "test": false,
                     *       "receivedTime": "2026-12-01T01:11:45.973Z",
                     *       "modifiedTime": "2026-12-01T01:11:45.998Z",
                     *       "lines": [
                     *         {
                     *           "lineRef": "1",
                     *           "productRef": "tent",
                     *           "variantRef": "tent-2",
                     *           "quantity": 1,
                     *           "price": "349.00",
                     *           "matched": {
                     *             "wishlistId": "w1m8qjgrjj000mn0fa",
                     *             "itemId": "w1m8qjgrjj000mn0fa.11",
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
                /** @description Maximum number of entries in the page; a value above 50 counts as 50. */
                pageSize?: number;
                /** @description The `cursor` of the previous page. Absent for the first page. */
                cursor?: string;
                /** @description Only records that were created or changed at or after this time. */
                changedSince?: string;
                /** @description true: only private wishlists; false: only public wishlists. */
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
                     *           "id": "w1m8qjgrjj000mn0fa",
                     *           "customerId": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *           "customerRef": "c-1001",
                     *           "name": "Birthday",
                     *           "wishlistRef": "birthday",
                     *           "isPrivate": false,
                     *           "deleted": false,
                     *           "createdTime": "2026-12-01T01:11:45.490Z",
                     *           "modifiedTime": "2026-12-01T01:11:45.511Z",
                     *           "description": "For the 10th of December"
                     *         }
                     *       ],
                     *       "cursor": "WzAsIncxbThxamdyamowMDBtbjBmYSIsImxpc3RXaXNobGlzdHMiXQ"
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
                /** @description Maximum number of entries in the page; a value above 50 counts as 50. */
                pageSize?: number;
                /** @description The `cursor` of the previous page. Absent for the first page. */
                cursor?: string;
                /** @description Only records that were created or changed at or after this time. */
                changedSince?: string;
                /** @description Only alerts with this status. */
                status?: "pending" | "sent" | "suppressed" | "failed";
                /** @description Only alerts of this type. */
                type?: "back_in_stock" | "register_interest" | "price_drop" | "low_stock";
                /** @description Only alerts whose e-mail has this status. */
                emailStatus?: "pending" | "sending" | "sent" | "suppressed" | "failed";
                /** @description `newest`: the newest records of the store are first. Without it, the order is stable, but not the order of time. */
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
                     *           "id": "a1m8qjgrzj0000",
                     *           "type": "back_in_stock",
                     *           "status": "sent",
                     *           "customerId": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *           "customerRef": "c-1001",
                     *           "productRef": "tent",
                     *           "variantRef": "tent-2",
                     *           "variantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.11",
                     *           "itemIds": [
                     *             "w1m8qjgrjj000mn0fa.11"
                     *           ],
                     *           "items": [
                     *             {
                     *               "itemId": "w1m8qjgrjj000mn0fa.11",
                     *               "wishlistId": "w1m8qjgrjj000mn0fa",
                     *               "wishlistRef": "birthday",
                     *               "wishlistItemRef": "first"
                     *             }
                     *           ],
                     *           "cycle": 1,
                     *           "createdTime": "2026-12-01T01:11:45.906Z",
                     *           "url": "https://shop.example/products/tent",
                     *           "variantTitle": "2 persons",
                     *           "price": "349.00",
                     *           "currency": "EUR",
                     *           "title": "Tent",
                     *           "available": 5,
                     *           "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *           "sentTime": "2026-12-01T01:11:45.916Z"
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
                     *           "svc_customer_id": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *           "email": "ada@shop.example",
                     *           "first_name": "Ada",
                     *           "last_name": "Lovelace",
                     *           "phone": "+493012345678",
                     *           "created_at": "2026-12-01T01:11:45.341Z",
                     *           "updated_at": "2026-12-01T01:11:45.452Z",
                     *           "accepts_marketing_updated_at": "2026-12-01T01:11:45.341Z",
                     *           "note": "Prefers e-mail."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerList"];
                };
            };
            400: components["responses"]["Problem400_3"];
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
            /** @description The variant of each entry. */
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
                     *             "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *             "variantRef": "tent-3",
                     *             "variantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.12",
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
                     *             "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *             "variantRef": "tent-2",
                     *             "variantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.11",
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
            400: components["responses"]["Problem400_3"];
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
            /** @description The customer of each entry. */
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
                     *             "svc_customer_id": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *             "email": "ada@shop.example",
                     *             "first_name": "Ada",
                     *             "last_name": "Lovelace",
                     *             "phone": "+493012345678",
                     *             "created_at": "2026-12-01T01:11:45.341Z",
                     *             "updated_at": "2026-12-01T01:11:45.452Z",
                     *             "accepts_marketing_updated_at": "2026-12-01T01:11:45.341Z",
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
            400: components["responses"]["Problem400_3"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. The same key gets the same feed; files are not compared. */
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
            /** @description The file is received completely. */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "f600e1b6c5a6bd65865e3765c",
                     *       "kind": "orders",
                     *       "status": "applying",
                     *       "progress": 0,
                     *       "counts": {
                     *         "read": 1,
                     *         "applied": {},
                     *         "rejected": 0
                     *       },
                     *       "createdTime": "2026-12-01T01:11:46.534Z",
                     *       "errors": []
                     *     }
                     */
                    "application/json": components["schemas"]["Feed"];
                };
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. The same key gets the same feed; files are not compared. */
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
            /** @description The file is received completely. */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "fc6776f47df48090c863f5ce3",
                     *       "kind": "products",
                     *       "status": "applying",
                     *       "progress": 0,
                     *       "counts": {
                     *         "read": 1,
                     *         "applied": {},
                     *         "rejected": 0
                     *       },
                     *       "createdTime": "2026-12-01T01:11:46.516Z",
                     *       "errors": []
                     *     }
                     */
                    "application/json": components["schemas"]["Feed"];
                };
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. The same key gets the same feed; files are not compared. */
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
            /** @description The file is received completely. */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "fb01ae8521ed9d0d38852fd2d",
                     *       "kind": "stock-levels",
                     *       "status": "applying",
                     *       "progress": 0,
                     *       "counts": {
                     *         "read": 2,
                     *         "applied": {},
                     *         "rejected": 0
                     *       },
                     *       "createdTime": "2026-12-01T01:11:46.360Z",
                     *       "errors": []
                     *     }
                     */
                    "application/json": components["schemas"]["Feed"];
                };
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. The same key gets the same feed; files are not compared. */
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
                    email_marketing_consent?: components["schemas"]["EmailMarketingConsent"] | null;
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
                    /** @description A mobile number in any format; not unique. */
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
                     * @description When the customer unsubscribed from alert e-mails, with the link in each e-mail. Null removes it, and so does a later consent to marketing.
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
                    /** @description A text with entries separated by commas is also accepted. */
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
            /** @description The file is received completely. */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "f47961363f7dd54cf50322537",
                     *       "kind": "customers",
                     *       "status": "applying",
                     *       "progress": 0,
                     *       "counts": {
                     *         "read": 1,
                     *         "applied": {},
                     *         "rejected": 0
                     *       },
                     *       "createdTime": "2026-12-01T01:11:46.525Z",
                     *       "errors": []
                     *     }
                     */
                    "application/json": components["schemas"]["Feed"];
                };
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description Only feeds of this kind. */
                kind?: "orders" | "products" | "stock-levels" | "customers";
                /** @description Only feeds with this status. */
                status?: "receiving" | "applying" | "finished" | "incomplete";
                /** @description Maximum number of entries in the page; a value above 50 counts as 50. */
                pageSize?: number;
                /** @description The `cursor` of the previous page. Without it, the page has the newest feeds. */
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
                     *           "id": "fb01ae8521ed9d0d38852fd2d",
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
                     *           "createdTime": "2026-12-01T01:11:46.360Z",
                     *           "finishedTime": "2026-12-01T01:11:46.482Z"
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
                     *       "id": "fb01ae8521ed9d0d38852fd2d",
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
                     *       "createdTime": "2026-12-01T01:11:46.360Z",
                     *       "finishedTime": "2026-12-01T01:11:46.482Z",
                     *       "errors": [
                     *         {
                     *           "line": 3,
                     *           "code": "InvalidInput",
                     *           "detail": "/available must be an integer or null.",
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
                /** @description The `cursor` of the previous page. Absent for the first page. */
                cursor?: string;
                /** @description The former name of `cursor`. */
                after?: string;
                /** @description Maximum number of errors in the page; a value above 1,000 counts as 1,000. */
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
                     *           "detail": "/available must be an integer or null.",
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
                /** @description Language of the message. The default is the language of the settings. */
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
                     *       "html": "<!doctype html>\n    <html lang=\"de\">\n      <head>\n        <meta charset=\"utf-8\" />\n        <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n        <meta name=\"color-scheme\" content=\"light\" />\n        <title>Neuigkeiten zu 3 Artikeln auf Ihrer Wunschliste</title>\n      </head>\n      <body style=\"margin:0;padding:0;background:#f2f4f7\">\n        <table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" style=\"background:#f2f4f7\">\n          <tr>\n            <td align=\"center\" style=\"padding:24px 12px\">\n              <table\n                role=\"presentation\"\n                width=\"100%\"\n                cellpadding=\"0\"\n                cellspacing=\"0\"\n                style=\"max-width:560px;background:#ffffff;border-radius:12px;font-family:-apple-system,&#39;Segoe UI&#39;,Roboto,Helvetica,Arial,sans-serif;word-break:break-word;color:#101828\"\n              >\n                <tr>\n                  <td style=\"padding:28px 24px\">\n                    \n                    <div style=\"font-size:16px;line-height:1.5\">Es gibt Neuigkeiten zu 3 Artikeln auf Ihrer Wunschliste.</div>\n                    <table\n    role=\"presentation\"\n    width=\"100%\"\n    cellpadding=\"0\"\n    cellspacing=\"0\"\n    style=\"margin-top:16px;border:1px solid #e4e7ec;border-radius:10px\"\n  >\n    <tr>\n      \n      <td valign=\"top\" style=\"padding:20px\">\n        <div\n          style=\"font-size:12px;font-weight:700;letter-spacing:.04em;text-transform:uppercase;color:#067647\"\n        >\n          Wieder verfügbar\n        </div>\n        <div dir=\"auto\" style=\"margin-top:4px;font-size:17px;font-weight:600;line-height:1.35\">Trail Runner Low</div>\n        <div dir=\"auto\" style=\"margin-top:2px;font-size:14px;color:#667085\">42 / Moss</div> <div style=\"margin-top:6px;font-size:16px;font-weight:600\">\n        119,00 €\n      </div>\n        <a href=\"https://shop.example/\" style=\"display:inline-block;margin-top:12px;padding:10px 18px;border-radius:6px;background:#1d2939;color:#ffffff;text-decoration:none;font-size:14px;font-weight:600\">Ansehen</a>\n      </td>\n    </tr>\n  </table><table\n    role=\"presentation\"\n    width=\"100%\"\n    cellpadding=\"0\"\n    cellspacing=\"0\"\n    style=\"margin-top:16px;border:1px solid #e4e7ec;border-radius:10px\"\n  >\n    <tr>\n      \n      <td valign=\"top\" style=\"padding:20px\">\n        <div\n          style=\"font-size:12px;font-weight:700;letter-spacing:.04em;text-transform:uppercase;color:#067647\"\n        >\n          Preis gesenkt\n        </div>\n        <div dir=\"auto\" style=\"margin-top:4px;font-size:17px;font-weight:600;line-height:1.35\">Merino Beanie</div>\n        <div dir=\"auto\" style=\"margin-top:2px;font-size:14px;color:#667085\">Rust</div> <div style=\"margin-top:6px;font-size:16px;font-weight:600\">\n        24,90 € <span style=\"font-size:14px;font-weight:400;white-space:nowrap;color:#667085\"\n                >statt 39,00 €</span\n              >\n      </div>\n        <a href=\"https://shop.example/\" style=\"display:inline-block;margin-top:12px;padding:10px 18px;border-radius:6px;background:#1d2939;color:#ffffff;text-decoration:none;font-size:14px;font-weight:600\">Ansehen</a>\n      </td>\n    </tr>\n  </table><table\n    role=\"presentation\"\n    width=\"100%\"\n    cellpadding=\"0\"\n    cellspacing=\"0\"\n    style=\"margin-top:16px;border:1px solid #e4e7ec;border-radius:10px\"\n  >\n    <tr>\n      \n      <td valign=\"top\" style=\"padding:20px\">\n        <div\n          style=\"font-size:12px;font-weight:700;letter-spacing:.04em;text-transform:uppercase;color:#067647\"\n        >\n          Nur noch 3 verfügbar\n        </div>\n        <div dir=\"auto\" style=\"margin-top:4px;font-size:17px;font-weight:600;line-height:1.35\">Two-Person Tent</div>\n        <div dir=\"auto\" style=\"margin-top:2px;font-size:14px;color:#667085\">Sand</div> <div style=\"margin-top:6px;font-size:16px;font-weight:600\">\n        349,00 €\n      </div>\n        <a href=\"https://shop.example/\" style=\"display:inline-block;margin-top:12px;padding:10px 18px;border-radius:6px;background:#1d2939;color:#ffffff;text-decoration:none;font-size:14px;font-weight:600\">Ansehen</a>\n      </td>\n    </tr>\n  </table> \n                  </td>\n                </tr>\n              </table>\n              <div\n                style=\"max-width:560px;padding:20px 24px;font-family:-apple-system,&#39;Segoe UI&#39;,Roboto,Helvetica,Arial,sans-serif;word-break:break-word;font-size:13px;line-height:1.5;color:#667085\"\n              >\n                Sie erhalten diese E-Mail wegen Ihrer Wunschliste.\n                <a href=\"https://shop.example/unsubscribe\" style=\"color:#667085\">Abmelden</a>\n              </div>\n            </td>\n          </tr>\n        </table>\n      </body>\n    </html> "
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
                /** @description Reference of the variant's product. Needed if several products have a variant with this name. */
                productRef?: string;
                /** @description Maximum number of entries in the page; a value above 50 counts as 50. */
                pageSize?: number;
                /** @description The `cursor` of the previous page. Absent for the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The variant's reference, id, SKU or barcode */
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
                     *           "since": "2026-12-01T01:11:45.570Z",
                     *           "customerId": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *           "customerRef": "c-1001",
                     *           "itemId": "w1m8qjgrjj000mn0fa.11",
                     *           "wishlistId": "w1m8qjgrjj000mn0fa",
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
            /** @description The active waves. */
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
                /** @description Maximum number of entries in the page; a value above 50 counts as 50. */
                pageSize?: number;
                /** @description Only alerts with an id greater than this one are returned, or with `sortBy` those with a smaller id. */
                lastAlertId?: string;
                /** @description `newest`: the newest alerts are first. Without it, the oldest are first. */
                sortBy?: "newest";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of alerts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "alerts": [
                     *         {
                     *           "id": "a1m8qjgrzj0000",
                     *           "type": "back_in_stock",
                     *           "status": "sent",
                     *           "customerId": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *           "customerRef": "c-1001",
                     *           "productRef": "tent",
                     *           "variantRef": "tent-2",
                     *           "variantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.11",
                     *           "itemIds": [
                     *             "w1m8qjgrjj000mn0fa.11"
                     *           ],
                     *           "items": [
                     *             {
                     *               "itemId": "w1m8qjgrjj000mn0fa.11",
                     *               "wishlistId": "w1m8qjgrjj000mn0fa",
                     *               "wishlistRef": "birthday",
                     *               "wishlistItemRef": "first"
                     *             }
                     *           ],
                     *           "cycle": 1,
                     *           "createdTime": "2026-12-01T01:11:45.906Z",
                     *           "url": "https://shop.example/products/tent",
                     *           "variantTitle": "2 persons",
                     *           "price": "349.00",
                     *           "currency": "EUR",
                     *           "title": "Tent",
                     *           "available": 5,
                     *           "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *           "sentTime": "2026-12-01T01:11:45.916Z"
                     *         }
                     *       ],
                     *       "lastEvaluatedAlertId": "a1m8qjgrzj0000"
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
                /** @description Reference of the variant's product. Needed if several products have a variant with this name. */
                productRef?: string;
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
                     *           "detail": "The catalogue has the variant."
                     *         },
                     *         {
                     *           "rule": "setting",
                     *           "outcome": "pass",
                     *           "detail": "The tenant's setting alerts.backInStock is true."
                     *         },
                     *         {
                     *           "rule": "switched on",
                     *           "outcome": "pass",
                     *           "detail": "The setting alerts.backInStock was enabled at the time of the occasion."
                     *         },
                     *         {
                     *           "rule": "wish",
                     *           "outcome": "pass",
                     *           "detail": "The customer has a wish for the variant."
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
                     *           "at": "2026-12-01T01:11:45.878Z"
                     *         },
                     *         {
                     *           "rule": "before the rise",
                     *           "outcome": "pass",
                     *           "detail": "The wish has asked for this alert since 2026-12-01T01:11:45.570Z.",
                     *           "at": "2026-12-01T01:11:45.878Z"
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
                     *           "at": "2026-12-01T01:11:45.906Z"
                     *         }
                     *       ],
                     *       "email": {
                     *         "decision": "blocked by mail server",
                     *         "rules": [
                     *           {
                     *             "rule": "mail server",
                     *             "outcome": "block",
                     *             "detail": "The operator has not set a mail server."
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
                /** @description Cursor of the previous answer. Absent for the start of the feed. */
                cursor?: string;
                /** @description The former name of `cursor`. */
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
                     *           "id": "0-1796087505341-0",
                     *           "type": "customer.created",
                     *           "timestamp": "2026-12-01T01:11:45.341Z",
                     *           "data": {
                     *             "customerId": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *             "customerRef": "c-1001"
                     *           }
                     *         },
                     *         {
                     *           "id": "0-1796087505397-0",
                     *           "type": "customer.created",
                     *           "timestamp": "2026-12-01T01:11:45.397Z",
                     *           "data": {
                     *             "customerId": "c1m8qjgrfn0008c2ghtc0r1enepys",
                     *             "customerRef": "c-1002"
                     *           }
                     *         }
                     *       ],
                     *       "cursor": "1796087505402-0",
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
            /** @description The next events are lost, or too old. Continue with `cursor`. */
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
            /** @description The current state of the e-mail. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "a1m8qjgrzj0000"
                     *     }
                     */
                    "application/json": components["schemas"]["RetriedMail"];
                };
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                 *         "a1m8qjgrzj0000"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RetriedAlerts"];
            };
        };
        responses: {
            /** @description The current state of each e-mail. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "a1m8qjgrzj0000"
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
            404: components["responses"]["Problem404_2"];
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
                     *           "id": "we8836d3be233382c596",
                     *           "url": "https://hooks.shop.example/alerts",
                     *           "events": [
                     *             "alert.*"
                     *           ],
                     *           "status": "enabled",
                     *           "createdTime": "2026-12-01T01:11:46.557Z",
                     *           "modifiedTime": "2026-12-01T01:11:46.557Z"
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "we8836d3be233382c596",
                     *       "url": "https://hooks.shop.example/alerts",
                     *       "events": [
                     *         "alert.*"
                     *       ],
                     *       "status": "enabled",
                     *       "createdTime": "2026-12-01T01:11:46.557Z",
                     *       "modifiedTime": "2026-12-01T01:11:46.557Z",
                     *       "secret": "whsec_dGhlIHNlY3JldCBvZiB0aGlzIGVuZHBvaW50"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                     *       "id": "we8836d3be233382c596",
                     *       "url": "https://hooks.shop.example/alerts",
                     *       "events": [
                     *         "alert.*"
                     *       ],
                     *       "status": "enabled",
                     *       "createdTime": "2026-12-01T01:11:46.557Z",
                     *       "modifiedTime": "2026-12-01T01:11:46.557Z"
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "we8836d3be233382c596",
                     *       "url": "https://hooks.shop.example/alerts",
                     *       "events": [
                     *         "alert.*"
                     *       ],
                     *       "status": "enabled",
                     *       "createdTime": "2026-12-01T01:11:46.557Z",
                     *       "modifiedTime": "2026-12-01T01:11:46.820Z",
                     *       "description": "Alerts for the app"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "we8836d3be233382c596",
                     *       "url": "https://hooks.shop.example/alerts",
                     *       "events": [
                     *         "alert.*"
                     *       ],
                     *       "status": "enabled",
                     *       "createdTime": "2026-12-01T01:11:46.557Z",
                     *       "modifiedTime": "2026-12-01T01:11:47.132Z",
                     *       "description": "Alerts for the app",
                     *       "secret": "whsec_dGhlIHNlY3JldCBvZiB0aGlzIGVuZHBvaW50"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "eventIds": [
                     *         "test-339ba14235d9905020"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["QueuedDeliveries"];
                };
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
            /** @description The events are queued, or the replay has started. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "replay": {
                     *         "id": "a3af59a32142",
                     *         "status": "running",
                     *         "since": "2026-01-01T00:00:00Z",
                     *         "sent": 0,
                     *         "startedTime": "2026-12-01T01:11:47.144Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QueuedReplay"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
            /** @description The attempts, the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "eventId": "test-339ba14235d9905020",
                     *           "type": "webhook.test",
                     *           "attempt": 1,
                     *           "outcome": "delivered",
                     *           "status": 204,
                     *           "durationMs": 32,
                     *           "time": "2026-12-01T01:11:47.085Z"
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
                     *           "eventId": "test-339ba14235d9905020",
                     *           "type": "webhook.test",
                     *           "attempt": 1,
                     *           "outcome": "delivered",
                     *           "status": 204,
                     *           "durationMs": 32,
                     *           "time": "2026-12-01T01:11:47.085Z"
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
            /** @description The runs, the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "runs": [
                     *         {
                     *           "id": "er785e4bdb2a6961d5f1",
                     *           "finishedTime": "2026-12-01T01:11:47.261Z",
                     *           "exportId": "exdc9a58224e7d0fbff5",
                     *           "trigger": "request",
                     *           "status": "succeeded",
                     *           "progress": 1,
                     *           "startedTime": "2026-12-01T01:11:47.224Z",
                     *           "position": "wishlists 0/w1m8qjgrty000ackfa.~",
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "er785e4bdb2a6961d5f1",
                     *       "exportId": "exdc9a58224e7d0fbff5",
                     *       "trigger": "request",
                     *       "status": "queued",
                     *       "startedTime": "2026-12-01T01:11:47.224Z",
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
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                     *       "id": "er785e4bdb2a6961d5f1",
                     *       "finishedTime": "2026-12-01T01:11:47.261Z",
                     *       "exportId": "exdc9a58224e7d0fbff5",
                     *       "trigger": "request",
                     *       "status": "succeeded",
                     *       "progress": 1,
                     *       "startedTime": "2026-12-01T01:11:47.224Z",
                     *       "position": "wishlists 0/w1m8qjgrty000ackfa.~",
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
                     *           "id": "w1m8qjgrjj000mn0fa.11-mx404kv6",
                     *           "reason": "the receiver answered 422",
                     *           "reasonCode": "platform_answer",
                     *           "time": "2026-12-01T01:11:45.570Z",
                     *           "type": "item",
                     *           "change": "added",
                     *           "customerId": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *           "wishlistId": "w1m8qjgrjj000mn0fa",
                     *           "itemId": "w1m8qjgrjj000mn0fa.11"
                     *         },
                     *         {
                     *           "id": "w1m8qjgrjj000mn0fa.12-mx404kvy",
                     *           "reason": "the receiver answered 422",
                     *           "reasonCode": "platform_answer",
                     *           "time": "2026-12-01T01:11:45.598Z",
                     *           "type": "item",
                     *           "change": "added",
                     *           "customerId": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *           "wishlistId": "w1m8qjgrjj000mn0fa",
                     *           "itemId": "w1m8qjgrjj000mn0fa.12"
                     *         },
                     *         {
                     *           "id": "w1m8qjgrjj000mn0fa.14-mx404kzn",
                     *           "reason": "the receiver answered 422",
                     *           "reasonCode": "platform_answer",
                     *           "time": "2026-12-01T01:11:45.731Z",
                     *           "type": "item",
                     *           "change": "added",
                     *           "customerId": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *           "wishlistId": "w1m8qjgrjj000mn0fa",
                     *           "itemId": "w1m8qjgrjj000mn0fa.14"
                     *         },
                     *         {
                     *           "id": "w1m8qjgrrw000pgx2c.11-mx404kvy",
                     *           "reason": "the receiver answered 422",
                     *           "reasonCode": "platform_answer",
                     *           "time": "2026-12-01T01:11:45.598Z",
                     *           "type": "item",
                     *           "change": "added",
                     *           "customerId": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *           "wishlistId": "w1m8qjgrrw000pgx2c",
                     *           "itemId": "w1m8qjgrrw000pgx2c.11"
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "eraa6001f576e67b6a67",
                     *       "exportId": "exdc9a58224e7d0fbff5",
                     *       "trigger": "redrive",
                     *       "redriveOf": "er785e4bdb2a6961d5f1",
                     *       "status": "queued",
                     *       "startedTime": "2026-12-01T01:11:47.297Z",
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
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "er785e4bdb2a6961d5f1",
                     *       "finishedTime": "2026-12-01T01:11:47.261Z",
                     *       "exportId": "exdc9a58224e7d0fbff5",
                     *       "trigger": "request",
                     *       "status": "succeeded",
                     *       "progress": 1,
                     *       "startedTime": "2026-12-01T01:11:47.224Z",
                     *       "position": "wishlists 0/w1m8qjgrty000ackfa.~",
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
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                     *           "id": "exdc9a58224e7d0fbff5",
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
                     *           "createdTime": "2026-12-01T01:11:47.178Z",
                     *           "modifiedTime": "2026-12-01T01:11:47.205Z",
                     *           "schedule": {
                     *             "cron": "0 3 * * *",
                     *             "timezone": "Europe/Berlin"
                     *           },
                     *           "nextRunTime": "2026-12-01T02:00:00.000Z",
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "exdc9a58224e7d0fbff5",
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
                     *       "createdTime": "2026-12-01T01:11:47.178Z",
                     *       "modifiedTime": "2026-12-01T01:11:47.178Z",
                     *       "skippedRuns": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Export"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                     *       "id": "exdc9a58224e7d0fbff5",
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
                     *       "createdTime": "2026-12-01T01:11:47.178Z",
                     *       "modifiedTime": "2026-12-01T01:11:47.205Z",
                     *       "schedule": {
                     *         "cron": "0 3 * * *",
                     *         "timezone": "Europe/Berlin"
                     *       },
                     *       "nextRunTime": "2026-12-01T02:00:00.000Z",
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "exdc9a58224e7d0fbff5",
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
                     *       "createdTime": "2026-12-01T01:11:47.178Z",
                     *       "modifiedTime": "2026-12-01T01:11:47.205Z",
                     *       "schedule": {
                     *         "cron": "0 3 * * *",
                     *         "timezone": "Europe/Berlin"
                     *       },
                     *       "nextRunTime": "2026-12-01T02:00:00.000Z",
                     *       "skippedRuns": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Export"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
            /** @description The webhook is accepted. */
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
            /** @description The body is not JSON, or does not match the topic. */
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
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first delivery with this X-Shopify-Webhook-Id is still being applied. */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The media type of the body is not JSON, or the body has a content encoding. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The X-Shopify-Webhook-Id was used for another topic or body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The tenant sends too many requests, or has used up a budget; see Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            /** @description The service is unavailable. Send the webhook again later. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "time": "2026-12-01T01:11:47.437Z",
                     *       "customerIds": [
                     *         "c1m8qjgrdx000xfdhaaqrhczppnqt"
                     *       ],
                     *       "data": {
                     *         "deadLetters": [],
                     *         "orders": [
                     *           {
                     *             "orderRef": "o-1",
                     *             "email": "ada@shop.example",
                     *             "createdTime": "2026-12-01T01:11:45.953Z",
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
                     *                   "wishlistId": "w1m8qjgrjj000mn0fa",
                     *                   "itemId": "w1m8qjgrjj000mn0fa.11",
                     *                   "rule": "email, variant"
                     *                 }
                     *               }
                     *             },
                     *             "receivedTime": "2026-12-01T01:11:45.973Z",
                     *             "revision": 1,
                     *             "modifiedTime": "2026-12-01T01:11:45.998Z",
                     *             "buyer": {
                     *               "partition": 0,
                     *               "key": "xfdhaaqrhczppnqt"
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
                     *             "svc_customer_id": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *             "email": "ada@shop.example",
                     *             "first_name": "Ada",
                     *             "last_name": "Lovelace",
                     *             "phone": "+493012345678",
                     *             "created_at": "2026-12-01T01:11:45.341Z",
                     *             "updated_at": "2026-12-01T01:11:47.411Z",
                     *             "accepts_marketing_updated_at": "2026-12-01T01:11:45.341Z",
                     *             "note": "Prefers e-mail.",
                     *             "alerts_unsubscribed_at": "2026-12-01T01:11:47.411Z"
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
                     *             "id": "a1m8qjgrzj0000",
                     *             "type": "back_in_stock",
                     *             "status": "sent",
                     *             "customerId": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *             "customerRef": "c-1001",
                     *             "productRef": "tent",
                     *             "variantRef": "tent-2",
                     *             "variantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.11",
                     *             "itemIds": [
                     *               "w1m8qjgrjj000mn0fa.11"
                     *             ],
                     *             "items": [
                     *               {
                     *                 "itemId": "w1m8qjgrjj000mn0fa.11",
                     *                 "wishlistId": "w1m8qjgrjj000mn0fa",
                     *                 "wishlistRef": "birthday",
                     *                 "wishlistItemRef": "first"
                     *               }
                     *             ],
                     *             "cycle": 1,
                     *             "createdTime": "2026-12-01T01:11:45.906Z",
                     *             "url": "https://shop.example/products/tent",
                     *             "variantTitle": "2 persons",
                     *             "price": "349.00",
                     *             "currency": "EUR",
                     *             "title": "Tent",
                     *             "available": 5,
                     *             "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *             "sentTime": "2026-12-01T01:11:45.916Z"
                     *           }
                     *         ],
                     *         "wishlists": [
                     *           {
                     *             "id": "w1m8qjgrjj000mn0fa",
                     *             "customerId": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *             "customerRef": "c-1001",
                     *             "name": "Birthday",
                     *             "wishlistRef": "birthday",
                     *             "isPrivate": false,
                     *             "deleted": false,
                     *             "createdTime": "2026-12-01T01:11:45.490Z",
                     *             "modifiedTime": "2026-12-01T01:11:45.511Z",
                     *             "description": "For the 10th of December"
                     *           },
                     *           {
                     *             "id": "w1m8qjgrrw000pgx2c",
                     *             "customerId": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *             "customerRef": "c-1001",
                     *             "name": "Camping",
                     *             "wishlistRef": "camping",
                     *             "isPrivate": false,
                     *             "deleted": false,
                     *             "createdTime": "2026-12-01T01:11:45.692Z",
                     *             "modifiedTime": "2026-12-01T01:11:45.692Z"
                     *           },
                     *           {
                     *             "id": "w1m8qjgrty000ackfa",
                     *             "name": "Favourites",
                     *             "isPrivate": false,
                     *             "deleted": false,
                     *             "createdTime": "2026-12-01T01:11:45.741Z",
                     *             "modifiedTime": "2026-12-01T01:11:45.758Z",
                     *             "customerId": "c1m8qjgrdx000xfdhaaqrhczppnqt",
                     *             "customerRef": "c-1001"
                     *           }
                     *         ],
                     *         "shares": [],
                     *         "items": [
                     *           {
                     *             "id": "w1m8qjgrjj000mn0fa.11",
                     *             "wishlistId": "w1m8qjgrjj000mn0fa",
                     *             "product": {
                     *               "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *               "productRef": "tent",
                     *               "selectedVariantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.11",
                     *               "selectedVariantRef": "tent-2"
                     *             },
                     *             "purchased": true,
                     *             "purchasedAndRemoved": false,
                     *             "addedFromCart": false,
                     *             "addedByStaff": false,
                     *             "disableNotification": false,
                     *             "prerelease": false,
                     *             "notifyMe": true,
                     *             "createdTime": "2026-12-01T01:11:45.570Z",
                     *             "modifiedTime": "2026-12-01T01:11:45.990Z",
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
                     *             "purchasedDate": "2026-12-01T01:11:45.953Z"
                     *           },
                     *           {
                     *             "id": "w1m8qjgrjj000mn0fa.12",
                     *             "wishlistId": "w1m8qjgrjj000mn0fa",
                     *             "product": {
                     *               "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *               "productRef": "tent",
                     *               "selectedVariantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.12",
                     *               "selectedVariantRef": "tent-3"
                     *             },
                     *             "purchased": false,
                     *             "purchasedAndRemoved": false,
                     *             "addedFromCart": false,
                     *             "addedByStaff": false,
                     *             "disableNotification": false,
                     *             "prerelease": false,
                     *             "notifyMe": false,
                     *             "createdTime": "2026-12-01T01:11:45.598Z",
                     *             "modifiedTime": "2026-12-01T01:11:46.278Z",
                     *             "wishlistRef": "birthday",
                     *             "wishlistItemRef": "second",
                     *             "priceWhenAdded": {
                     *               "amount": "429.00",
                     *               "currency": "EUR"
                     *             },
                     *             "waitingSince": "2026-12-01T01:11:45.621Z"
                     *           },
                     *           {
                     *             "id": "w1m8qjgrjj000mn0fa.14",
                     *             "wishlistId": "w1m8qjgrjj000mn0fa",
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
                     *             "createdTime": "2026-12-01T01:11:45.731Z",
                     *             "modifiedTime": "2026-12-01T01:11:45.731Z",
                     *             "wishlistRef": "birthday"
                     *           },
                     *           {
                     *             "id": "w1m8qjgrrw000pgx2c.11",
                     *             "wishlistId": "w1m8qjgrrw000pgx2c",
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
                     *             "createdTime": "2026-12-01T01:11:45.598Z",
                     *             "modifiedTime": "2026-12-01T01:11:45.710Z",
                     *             "waitingSince": "2026-12-01T01:11:45.657Z",
                     *             "variantSince": "2026-12-01T01:11:45.657Z",
                     *             "wishlistRef": "camping"
                     *           }
                     *         ],
                     *         "deliveries": [],
                     *         "rejections": [],
                     *         "purchases": [
                     *           {
                     *             "orderRef": "o-1",
                     *             "revision": 1,
                     *             "lines": {
                     *               "1": {
                     *                 "wishlistId": "w1m8qjgrjj000mn0fa",
                     *                 "itemId": "w1m8qjgrjj000mn0fa.11",
                     *                 "rule": "email, variant",
                     *                 "number": 1,
                     *                 "wasRemoved": false,
                     *                 "wishedTime": "2026-12-01T01:11:45.570Z",
                     *                 "sale": {
                     *                   "product": {
                     *                     "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *                     "productRef": "tent",
                     *                     "selectedVariantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.11",
                     *                     "selectedVariantRef": "tent-2"
                     *                   },
                     *                   "time": "2026-12-01T01:11:45.953Z",
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
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1796087507592-0",
                     *       "time": "2026-12-01T01:11:47.590Z",
                     *       "customerIds": [
                     *         "c1m8qjgrdx000xfdhaaqrhczppnqt"
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
                     *         "rejections": 0,
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
            404: components["responses"]["Problem404_2"];
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
                /** @description Id of the last known entry, or the `cursor` of the previous page. */
                cursor?: string;
                /** @description The former name of `cursor`. */
                after?: string;
                /** @description `newest`: the newest requests are first, and `cursor` continues with older ones. Without it, the oldest are first. */
                sortBy?: "newest";
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requests": [
                     *         {
                     *           "id": "1796087507453-0",
                     *           "kind": "export",
                     *           "source": "api",
                     *           "time": "2026-12-01T01:11:47.437Z",
                     *           "customerIds": [
                     *             "c1m8qjgrdx000xfdhaaqrhczppnqt"
                     *           ]
                     *         },
                     *         {
                     *           "id": "1796087507592-0",
                     *           "kind": "erasure",
                     *           "source": "api",
                     *           "time": "2026-12-01T01:11:47.590Z",
                     *           "customerIds": [
                     *             "c1m8qjgrdx000xfdhaaqrhczppnqt"
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
                     *             "rejections": 0,
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
                /** @description The last part of the link in the e-mail. */
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
            400: components["responses"]["Problem400"];
            /** @description The link is not from this service. A browser gets a page. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html": string;
                };
            };
            /** @description Too many requests with this link; see Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    unsubscribe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of the link in the e-mail. */
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
            400: components["responses"]["Problem400"];
            /** @description The link is not from this service. A browser gets a page. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html": string;
                };
            };
            /** @description Too many requests with this link; see Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            /** @description The service is unavailable. Try again later. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
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
                /** @description Time zone of the days, such as Europe/Berlin. The default is UTC. Days that an earlier version of the service counted are UTC days until the operator runs a recount. */
                timezone?: string;
                /** @description First day, or a time, which stands for its UTC day. The default is 29 days before the last day. */
                from?: string;
                /** @description Last day (included), or a time, which stands for its UTC day. The default is today. A period has at most 366 days. */
                to?: string;
                /** @description Only wishes with this location. */
                locationRef?: string;
                /** @description Maximum number of rows. */
                limit?: number;
                /** @description Whether there is a row for each variant or for each product. */
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
                     *         "from": "2026-11-02",
                     *         "to": "2026-12-01"
                     *       },
                     *       "rows": [
                     *         {
                     *           "productRef": "stove",
                     *           "productId": "p1m8qjgsrp0008wswcd74yr1dbwab",
                     *           "variantRef": "stove-2",
                     *           "variantId": "p1m8qjgsrp0008wswcd74yr1dbwab.11",
                     *           "title": "Stove",
                     *           "wishes": 2,
                     *           "removed": 0,
                     *           "standing": 2
                     *         },
                     *         {
                     *           "productRef": "tent",
                     *           "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *           "variantRef": "tent-3",
                     *           "variantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.12",
                     *           "title": "Tent",
                     *           "variantTitle": "3 persons",
                     *           "sku": "T-3",
                     *           "wishes": 2,
                     *           "removed": 1,
                     *           "standing": 1
                     *         },
                     *         {
                     *           "productRef": "tent",
                     *           "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *           "variantRef": "tent-2",
                     *           "variantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.11",
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
                /** @description Time zone of the days, such as Europe/Berlin. The default is UTC. Days that an earlier version of the service counted are UTC days until the operator runs a recount. */
                timezone?: string;
                /** @description First day, or a time, which stands for its UTC day. The default is 29 days before the last day. */
                from?: string;
                /** @description Last day (included), or a time, which stands for its UTC day. The default is today. A period has at most 366 days. */
                to?: string;
                /** @description Only wishes with this location. */
                locationRef?: string;
                /** @description Maximum number of rows. */
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
                     *         "from": "2026-11-02",
                     *         "to": "2026-12-01"
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
                /** @description Time zone of the days, such as Europe/Berlin. The default is UTC. Days that an earlier version of the service counted are UTC days until the operator runs a recount. */
                timezone?: string;
                /** @description First day, or a time, which stands for its UTC day. The default is 29 days before the last day. */
                from?: string;
                /** @description Last day (included), or a time, which stands for its UTC day. The default is today. A period has at most 366 days. */
                to?: string;
                /** @description Only wishes with this location. */
                locationRef?: string;
                /** @description Maximum number of rows. */
                limit?: number;
                /** @description Whether there is a row for each variant or for each day. The limit does not apply to days. */
                by?: "variant" | "day";
                /** @description Only purchases in this currency. */
                currency?: string;
                /** @description The figure by which variants are sorted, the highest first. Revenue is compared as a number, so also send a currency if there are several. */
                sortBy?: "purchases" | "revenue";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Variants, one row per currency, the most purchases or the highest revenue first. With by=day, the days in order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "period": {
                     *         "from": "2026-11-02",
                     *         "to": "2026-12-01"
                     *       },
                     *       "rows": [
                     *         {
                     *           "productRef": "tent",
                     *           "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *           "variantRef": "tent-2",
                     *           "variantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.11",
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
                /** @description Time zone of the days, such as Europe/Berlin. The default is UTC. Days that an earlier version of the service counted are UTC days until the operator runs a recount. */
                timezone?: string;
                /** @description First day, or a time, which stands for its UTC day. The default is 29 days before the last day. */
                from?: string;
                /** @description Last day (included), or a time, which stands for its UTC day. The default is today. A period has at most 366 days. */
                to?: string;
                /** @description Only wishes with this location. */
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
                     *         "from": "2026-11-02",
                     *         "to": "2026-12-01"
                     *       },
                     *       "rows": [
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
                     *           "day": "2026-11-24",
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
                     *           "day": "2026-11-25",
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
                     *           "day": "2026-11-26",
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
                     *           "day": "2026-11-27",
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
                     *           "day": "2026-11-28",
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
                     *           "day": "2026-11-29",
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
                     *           "day": "2026-11-30",
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
                     *           "day": "2026-12-01",
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
                /** @description Maximum number of entries in the page; a value above 50 counts as 50. */
                pageSize?: number;
                /** @description The `cursor` of the previous page. Without it, the page has the newest entries. */
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
                     *           "id": "1796087507556-0",
                     *           "time": "2026-12-01T01:11:47.556Z",
                     *           "actor": {
                     *             "kind": "client",
                     *             "id": "demo-e77db918eb54e032"
                     *           },
                     *           "action": "erasePersonalData",
                     *           "store": "default",
                     *           "requestId": "80e3cf99-e51c-45a9-97b3-4a59992aff35",
                     *           "members": [
                     *             "customerRef"
                     *           ],
                     *           "outcome": "done"
                     *         }
                     *       ],
                     *       "cursor": "1796087507556-0"
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
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
            404: components["responses"]["Problem404_2"];
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
                     *           "clientId": "demo-e77db918eb54e032",
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
                     *           "createdTime": "2026-12-01T01:11:44.921Z"
                     *         },
                     *         {
                     *           "clientId": "demo-e1345f1a43c1072f",
                     *           "store": "default",
                     *           "scopes": [
                     *             "wishlists:read",
                     *             "wishlists:write"
                     *           ],
                     *           "disabled": false,
                     *           "secrets": 1,
                     *           "createdTime": "2026-12-01T01:11:47.369Z"
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clientId": "demo-e1345f1a43c1072f",
                     *       "store": "default",
                     *       "scopes": [
                     *         "wishlists:read",
                     *         "wishlists:write"
                     *       ],
                     *       "disabled": false,
                     *       "secrets": 1,
                     *       "createdTime": "2026-12-01T01:11:47.369Z",
                     *       "clientSecret": "the-secret-of-this-client"
                     *     }
                     */
                    "application/json": components["schemas"]["ClientWithSecret"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clientId": "demo-e1345f1a43c1072f",
                     *       "store": "default",
                     *       "scopes": [
                     *         "wishlists:read"
                     *       ],
                     *       "disabled": true,
                     *       "secrets": 1,
                     *       "createdTime": "2026-12-01T01:11:47.369Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Client"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The client's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clientId": "demo-e1345f1a43c1072f",
                     *       "store": "default",
                     *       "scopes": [
                     *         "wishlists:read"
                     *       ],
                     *       "disabled": true,
                     *       "secrets": 2,
                     *       "createdTime": "2026-12-01T01:11:47.369Z",
                     *       "clientSecret": "the-secret-of-this-client"
                     *     }
                     */
                    "application/json": components["schemas"]["ClientWithSecret"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
            /** @description The request is invalid, or the client or its secret is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description The client or the secret in HTTP Basic is wrong. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description The client is disabled, or the tenant is suspended. */
            403: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
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
            /** @description There were too many refused requests, or too many tokens of the tenant. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
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
                     *           "x": "clPRG4gz84mM6v3EWPlE47lM1Weqw2kwN8Z5qls1yv0",
                     *           "y": "8ESlPDD1-vR3ZIaSE8e1lPyiTNLVyYwMlh-23fPj-Xo",
                     *           "crv": "P-256",
                     *           "kid": "2Oq9GXrMEzt89PuA",
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
            400: components["responses"]["Problem400"];
            /** @description The realm does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
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
            400: components["responses"]["Problem400"];
            /** @description The realm does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
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
            /** @description The process runs. */
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
            400: components["responses"]["Problem400"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
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
            /** @description The process can serve requests. */
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
                     *         "usedBytes": 2693560,
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
            400: components["responses"]["Problem400"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            /** @description The process is starting, draining, or without a Redis that accepts writes. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
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
            400: components["responses"]["Problem400"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
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
            400: components["responses"]["Problem400"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    sdkUpdateWishlistById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
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
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m8qjgs850006nfh4",
                     *       "customerId": "c1m8qjgs4g0001k830g1q5efje1at",
                     *       "customerRef": "c-2001",
                     *       "name": "Garden",
                     *       "wishlistRef": "garden",
                     *       "isPrivate": false,
                     *       "deleted": false,
                     *       "createdTime": "2026-12-01T01:11:46.181Z",
                     *       "modifiedTime": "2026-12-01T01:11:46.209Z",
                     *       "description": "For the summer"
                     *     }
                     */
                    "application/json": components["schemas"]["Wishlist"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
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
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m8qjgs850006nfh4",
                     *       "customerId": "c1m8qjgs4g0001k830g1q5efje1at",
                     *       "customerRef": "c-2001",
                     *       "name": "Garden",
                     *       "wishlistRef": "garden",
                     *       "isPrivate": true,
                     *       "deleted": false,
                     *       "createdTime": "2026-12-01T01:11:46.181Z",
                     *       "modifiedTime": "2026-12-01T01:11:46.222Z",
                     *       "description": "For the summer"
                     *     }
                     */
                    "application/json": components["schemas"]["Wishlist"];
                };
            };
            400: components["responses"]["Problem400_2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description Maximum number of entries in the page; a value above 50 counts as 50. */
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
                     *       "lastEvaluatedWishlistId": "w1m8qjgs850006nfh4",
                     *       "wishlist": [
                     *         {
                     *           "id": "w1m8qjgs850006nfh4",
                     *           "customerId": "c1m8qjgs4g0001k830g1q5efje1at",
                     *           "customerRef": "c-2001",
                     *           "name": "Garden",
                     *           "wishlistRef": "garden",
                     *           "isPrivate": true,
                     *           "deleted": false,
                     *           "createdTime": "2026-12-01T01:11:46.181Z",
                     *           "modifiedTime": "2026-12-01T01:11:46.222Z",
                     *           "description": "For the summer",
                     *           "wishlistItems": [
                     *             {
                     *               "id": "w1m8qjgs850006nfh4.11",
                     *               "wishlistId": "w1m8qjgs850006nfh4",
                     *               "product": {
                     *                 "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *                 "productRef": "tent",
                     *                 "selectedVariantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.12",
                     *                 "selectedVariantRef": "tent-3"
                     *               },
                     *               "purchased": false,
                     *               "purchasedAndRemoved": false,
                     *               "addedFromCart": false,
                     *               "addedByStaff": false,
                     *               "disableNotification": false,
                     *               "prerelease": false,
                     *               "notifyMe": true,
                     *               "createdTime": "2026-12-01T01:11:46.194Z",
                     *               "modifiedTime": "2026-12-01T01:11:46.194Z",
                     *               "wishlistRef": "garden",
                     *               "wishlistItemRef": "third",
                     *               "priceWhenAdded": {
                     *                 "amount": "429.00",
                     *                 "currency": "EUR"
                     *               }
                     *             }
                     *           ],
                     *           "itemCount": 1,
                     *           "lastEvaluatedItemId": "w1m8qjgs850006nfh4.11"
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
                /** @description Maximum number of entries in the page; a value above 50 counts as 50. */
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
                     *       "lastEvaluatedWishlistId": "w1m8qjgs850006nfh4",
                     *       "wishlist": [
                     *         {
                     *           "id": "w1m8qjgs850006nfh4",
                     *           "customerId": "c1m8qjgs4g0001k830g1q5efje1at",
                     *           "customerRef": "c-2001",
                     *           "name": "Garden",
                     *           "wishlistRef": "garden",
                     *           "isPrivate": true,
                     *           "deleted": false,
                     *           "createdTime": "2026-12-01T01:11:46.181Z",
                     *           "modifiedTime": "2026-12-01T01:11:46.222Z",
                     *           "description": "For the summer",
                     *           "wishlistItems": [
                     *             {
                     *               "id": "w1m8qjgs850006nfh4.11",
                     *               "wishlistId": "w1m8qjgs850006nfh4",
                     *               "product": {
                     *                 "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *                 "productRef": "tent",
                     *                 "selectedVariantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.12",
                     *                 "selectedVariantRef": "tent-3"
                     *               },
                     *               "purchased": false,
                     *               "purchasedAndRemoved": false,
                     *               "addedFromCart": false,
                     *               "addedByStaff": false,
                     *               "disableNotification": false,
                     *               "prerelease": false,
                     *               "notifyMe": true,
                     *               "createdTime": "2026-12-01T01:11:46.194Z",
                     *               "modifiedTime": "2026-12-01T01:11:46.194Z",
                     *               "wishlistRef": "garden",
                     *               "wishlistItemRef": "third",
                     *               "priceWhenAdded": {
                     *                 "amount": "429.00",
                     *                 "currency": "EUR"
                     *               }
                     *             }
                     *           ],
                     *           "itemCount": 1,
                     *           "lastEvaluatedItemId": "w1m8qjgs850006nfh4.11"
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
                /** @description Maximum number of entries in the page; a value above 50 counts as 50. */
                pageSize?: number;
                /** @description Only entries with an id greater than this one are returned. */
                lastItemId?: string;
            };
            header?: {
                /** @description Entity tag of the version that the caller has. The answer is 304 if it is the current version. */
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m8qjgs850006nfh4",
                     *       "customerId": "c1m8qjgs4g0001k830g1q5efje1at",
                     *       "customerRef": "c-2001",
                     *       "name": "Garden",
                     *       "wishlistRef": "garden",
                     *       "isPrivate": true,
                     *       "deleted": false,
                     *       "createdTime": "2026-12-01T01:11:46.181Z",
                     *       "modifiedTime": "2026-12-01T01:11:46.222Z",
                     *       "description": "For the summer",
                     *       "wishlistItems": [
                     *         {
                     *           "id": "w1m8qjgs850006nfh4.11",
                     *           "wishlistId": "w1m8qjgs850006nfh4",
                     *           "product": {
                     *             "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *             "productRef": "tent",
                     *             "selectedVariantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.12",
                     *             "selectedVariantRef": "tent-3"
                     *           },
                     *           "purchased": false,
                     *           "purchasedAndRemoved": false,
                     *           "addedFromCart": false,
                     *           "addedByStaff": false,
                     *           "disableNotification": false,
                     *           "prerelease": false,
                     *           "notifyMe": true,
                     *           "createdTime": "2026-12-01T01:11:46.194Z",
                     *           "modifiedTime": "2026-12-01T01:11:46.194Z",
                     *           "wishlistRef": "garden",
                     *           "wishlistItemRef": "third",
                     *           "priceWhenAdded": {
                     *             "amount": "429.00",
                     *             "currency": "EUR"
                     *           }
                     *         }
                     *       ],
                     *       "itemCount": 1,
                     *       "lastEvaluatedItemId": "w1m8qjgs850006nfh4.11"
                     *     }
                     */
                    "application/json": components["schemas"]["WishlistWithItems"];
                };
            };
            /** @description The caller already has the current version. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description Maximum number of entries in the page; a value above 50 counts as 50. */
                pageSize?: number;
                /** @description Only entries with an id greater than this one are returned. */
                lastItemId?: string;
            };
            header?: {
                /** @description Entity tag of the version that the caller has. The answer is 304 if it is the current version. */
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m8qjgs850006nfh4",
                     *       "customerId": "c1m8qjgs4g0001k830g1q5efje1at",
                     *       "customerRef": "c-2001",
                     *       "name": "Garden",
                     *       "wishlistRef": "garden",
                     *       "isPrivate": true,
                     *       "deleted": false,
                     *       "createdTime": "2026-12-01T01:11:46.181Z",
                     *       "modifiedTime": "2026-12-01T01:11:46.222Z",
                     *       "description": "For the summer",
                     *       "wishlistItems": [
                     *         {
                     *           "id": "w1m8qjgs850006nfh4.11",
                     *           "wishlistId": "w1m8qjgs850006nfh4",
                     *           "product": {
                     *             "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *             "productRef": "tent",
                     *             "selectedVariantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.12",
                     *             "selectedVariantRef": "tent-3"
                     *           },
                     *           "purchased": false,
                     *           "purchasedAndRemoved": false,
                     *           "addedFromCart": false,
                     *           "addedByStaff": false,
                     *           "disableNotification": false,
                     *           "prerelease": false,
                     *           "notifyMe": true,
                     *           "createdTime": "2026-12-01T01:11:46.194Z",
                     *           "modifiedTime": "2026-12-01T01:11:46.194Z",
                     *           "wishlistRef": "garden",
                     *           "wishlistItemRef": "third",
                     *           "priceWhenAdded": {
                     *             "amount": "429.00",
                     *             "currency": "EUR"
                     *           }
                     *         }
                     *       ],
                     *       "itemCount": 1,
                     *       "lastEvaluatedItemId": "w1m8qjgs850006nfh4.11"
                     *     }
                     */
                    "application/json": components["schemas"]["WishlistWithItems"];
                };
            };
            /** @description The caller already has the current version. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description Entity tag of the version that the caller has. The answer is 304 if it is the current version. */
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1m8qjgs850006nfh4.11",
                     *       "wishlistId": "w1m8qjgs850006nfh4",
                     *       "product": {
                     *         "productId": "p1m8qjgrks000t5qzdjbf52gfv8fr",
                     *         "productRef": "tent",
                     *         "selectedVariantId": "p1m8qjgrks000t5qzdjbf52gfv8fr.12",
                     *         "selectedVariantRef": "tent-3"
                     *       },
                     *       "purchased": false,
                     *       "purchasedAndRemoved": false,
                     *       "addedFromCart": false,
                     *       "addedByStaff": false,
                     *       "disableNotification": false,
                     *       "prerelease": false,
                     *       "notifyMe": true,
                     *       "createdTime": "2026-12-01T01:11:46.194Z",
                     *       "modifiedTime": "2026-12-01T01:11:46.194Z",
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
            /** @description The caller already has the current version. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
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
                /** @description An e-mail address, a name or a phone number is required. */
                email?: string;
                /** @description A phone number in any format. In E.164 format, such as +4930123456, it is unique. */
                phone?: string;
                /** @description First name, ignoring case. */
                firstName?: string;
                /** @description Last name, ignoring case. */
                lastName?: string;
                /** @description A mobile number in any format. */
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
                     *         "id": "c1m8qjgs4g0001k830g1q5efje1at",
                     *         "customerRef": "c-2001",
                     *         "email": "grace.h@shop.example",
                     *         "firstName": "Grace",
                     *         "lastName": "Hopper",
                     *         "loyaltyTier": "gold",
                     *         "mobile": "0400 123 456",
                     *         "vipStatus": true,
                     *         "phone": "02 9876 5432",
                     *         "accepts_marketing": true,
                     *         "createdDate": "2026-12-01T01:11:46.064Z",
                     *         "customer_state": "disabled",
                     *         "lastModifiedDate": "2026-12-01T01:11:46.161Z",
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
                     *             "opt_in_updated_at": "2026-12-01T01:11:46.064Z",
                     *             "opted_in_at": "2026-12-01T01:11:46.064Z"
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
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
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c1m8qjgs4g0001k830g1q5efje1at",
                     *       "customerRef": "c-2001",
                     *       "email": "grace.h@shop.example",
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "loyaltyTier": "gold",
                     *       "mobile": "0400 123 456",
                     *       "accepts_marketing": true,
                     *       "createdDate": "2026-12-01T01:11:46.064Z",
                     *       "customer_state": "disabled",
                     *       "lastModifiedDate": "2026-12-01T01:11:46.103Z",
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
                     *           "opt_in_updated_at": "2026-12-01T01:11:46.064Z",
                     *           "opted_in_at": "2026-12-01T01:11:46.064Z"
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
            400: components["responses"]["Problem400_5"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c1m8qjgs4g0001k830g1q5efje1at",
                     *       "customerRef": "c-2001",
                     *       "email": "grace.h@shop.example",
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "mobile": "0400 123 456",
                     *       "accepts_marketing": true,
                     *       "createdDate": "2026-12-01T01:11:46.064Z",
                     *       "customer_state": "disabled",
                     *       "lastModifiedDate": "2026-12-01T01:11:46.064Z",
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
                     *           "opt_in_updated_at": "2026-12-01T01:11:46.064Z",
                     *           "opted_in_at": "2026-12-01T01:11:46.064Z"
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
            400: components["responses"]["Problem400_5"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description The service's id of the customer. Either id or customerRef is required. */
                id?: string;
                /** @description The retailer's reference of the customer. */
                customerRef?: string;
            };
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "customers": [
                     *         {
                     *           "id": "c1m8qjgs4y000ac65cwry36ma9zkf",
                     *           "customerRef": "c-2002",
                     *           "status": "created"
                     *         },
                     *         {
                     *           "customerRef": "c-2003",
                     *           "status": "rejected",
                     *           "error": {
                     *             "code": "InvalidInput",
                     *             "detail": "/email must be an e-mail address.",
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
            400: components["responses"]["Problem400_5"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
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
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c1m8qjgs4g0001k830g1q5efje1at",
                     *       "customerRef": "c-2001",
                     *       "email": "grace.h@shop.example",
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "loyaltyTier": "gold",
                     *       "mobile": "0400 123 456",
                     *       "vipStatus": true,
                     *       "accepts_marketing": true,
                     *       "createdDate": "2026-12-01T01:11:46.064Z",
                     *       "customer_state": "disabled",
                     *       "lastModifiedDate": "2026-12-01T01:11:46.126Z",
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
                     *           "opt_in_updated_at": "2026-12-01T01:11:46.064Z",
                     *           "opted_in_at": "2026-12-01T01:11:46.064Z"
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
            400: components["responses"]["Problem400_5"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
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
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c1m8qjgs4g0001k830g1q5efje1at",
                     *       "customerRef": "c-2001",
                     *       "email": "grace.h@shop.example",
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "loyaltyTier": "gold",
                     *       "mobile": "0400 123 456",
                     *       "vipStatus": true,
                     *       "phone": "02 9876 5432",
                     *       "accepts_marketing": true,
                     *       "createdDate": "2026-12-01T01:11:46.064Z",
                     *       "customer_state": "disabled",
                     *       "lastModifiedDate": "2026-12-01T01:11:46.161Z",
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
                     *           "opt_in_updated_at": "2026-12-01T01:11:46.064Z",
                     *           "opted_in_at": "2026-12-01T01:11:46.064Z"
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
            400: components["responses"]["Problem400_5"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description Entity tag of the version that the caller has. The answer is 304 if it is the current version. */
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c1m8qjgs4g0001k830g1q5efje1at",
                     *       "customerRef": "c-2001",
                     *       "email": "grace.h@shop.example",
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "loyaltyTier": "gold",
                     *       "mobile": "0400 123 456",
                     *       "vipStatus": true,
                     *       "phone": "02 9876 5432",
                     *       "accepts_marketing": true,
                     *       "createdDate": "2026-12-01T01:11:46.064Z",
                     *       "customer_state": "disabled",
                     *       "lastModifiedDate": "2026-12-01T01:11:46.161Z",
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
                     *           "opt_in_updated_at": "2026-12-01T01:11:46.064Z",
                     *           "opted_in_at": "2026-12-01T01:11:46.064Z"
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
            /** @description The caller already has the current version. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
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
                /** @description A request that is repeated with the same key within 24 hours is applied once, and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description Entity tag that the wishlist or customer must have for the write to be applied. */
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
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404_2"];
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
                /** @description Entity tag of the version that the caller has. The answer is 304 if it is the current version. */
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c1m8qjgs4g0001k830g1q5efje1at",
                     *       "customerRef": "c-2001",
                     *       "email": "grace.h@shop.example",
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "loyaltyTier": "gold",
                     *       "mobile": "0400 123 456",
                     *       "vipStatus": true,
                     *       "phone": "02 9876 5432",
                     *       "accepts_marketing": true,
                     *       "createdDate": "2026-12-01T01:11:46.064Z",
                     *       "customer_state": "disabled",
                     *       "lastModifiedDate": "2026-12-01T01:11:46.161Z",
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
                     *           "opt_in_updated_at": "2026-12-01T01:11:46.064Z",
                     *           "opted_in_at": "2026-12-01T01:11:46.064Z"
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
            /** @description The caller already has the current version. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
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
                /** @description Id of the event. It is the same in each attempt and in a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body. There are two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted and not sent again. */
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
                /** @description Id of the event. It is the same in each attempt and in a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body. There are two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted and not sent again. */
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
                /** @description Id of the event. It is the same in each attempt and in a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body. There are two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted and not sent again. */
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
                /** @description Id of the event. It is the same in each attempt and in a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body. There are two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted and not sent again. */
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
                /** @description Id of the event. It is the same in each attempt and in a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body. There are two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted and not sent again. */
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
                /** @description Id of the event. It is the same in each attempt and in a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body. There are two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted and not sent again. */
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
                /** @description Id of the event. It is the same in each attempt and in a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body. There are two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted and not sent again. */
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
                /** @description Id of the event. It is the same in each attempt and in a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body. There are two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted and not sent again. */
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
                /** @description Id of the event. It is the same in each attempt and in a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body. There are two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted and not sent again. */
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
                /** @description Id of the event. It is the same in each attempt and in a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body. There are two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted and not sent again. */
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
                /** @description Id of the event. It is the same in each attempt and in a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body. There are two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted and not sent again. */
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
                /** @description Id of the event. It is the same in each attempt and in a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body. There are two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted and not sent again. */
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
                /** @description Id of the event. It is the same in each attempt and in a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body. There are two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted and not sent again. */
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
                /** @description Id of the event. It is the same in each attempt and in a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body. There are two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted and not sent again. */
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
                /** @description Id of the event. It is the same in each attempt and in a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body. There are two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted and not sent again. */
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
                /** @description Id of the event. It is the same in each attempt and in a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body. There are two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted and not sent again. */
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
                /** @description Id of the event. It is the same in each attempt and in a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body. There are two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event. It is the same in each attempt and in a replay. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures of id, timestamp and body. There are two while a secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
