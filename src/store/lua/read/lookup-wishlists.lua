#!lua flags=no-writes
--[[
  lookup-wishlists: read a page of a customer's wishlists, each with the first page of its items, within a number of
  bytes.
  Keys     1 customer   2 the customer's wishlists
  Args     1 start of the range of wishlist ids, in the form of ZRANGE BYLEX   2 maximum number of wishlists
           3 maximum number of items of each   4, 5 prefixes of a wishlist's hash and of its item order, before its id;
           these keys are in the same slot as the keys above, and are known only once the ids are read
           6 maximum number of bytes of records
  Returns  false if the customer has no wishlists; else {record, former record, {wishlist...}}, and each wishlist
           is {id, record, number of its last item or false, item...}
  The wishlists' own records take at most half of the bytes: the page ends before it would have more. Their items share
  the remaining bytes; bytes that one wishlist leaves go to those after it. A page has at least one wishlist, and a
  wishlist that is not empty has at least one item, however many bytes they take.
]]
if redis.call('ZCARD', KEYS[2]) == 0 then return false end
local start, size, item_size, hash_prefix, order_prefix, budget = unpack(ARGV)
budget = tonumber(budget)

-- Number of items that are read at once. At most this many are read and do not fit.
local SLICE = 10

local function read_items(wishlist, share)
  local id, bytes = wishlist[1], 0
  local numbers = redis.call('ZRANGE', order_prefix .. id, 0, item_size - 1)
  for first = 1, #numbers, SLICE do
    local last = math.min(first + SLICE - 1, #numbers)
    local items = redis.call('HMGET', hash_prefix .. id, unpack(numbers, first, last))
    for i, item in ipairs(items) do
      local length = item and #item or 0
      if bytes > 0 and bytes + length > share then return bytes end
      bytes = bytes + length
      wishlist[3] = numbers[first + i - 1]
      wishlist[#wishlist + 1] = item
    end
  end
  return bytes
end

local customer = redis.call('HMGET', KEYS[1], 'j', 'd')
local wishlists, used = {}, 0
for _, id in ipairs(redis.call('ZRANGE', KEYS[2], start, '+', 'BYLEX', 'LIMIT', 0, size)) do
  local record = redis.call('HGET', hash_prefix .. id, 'j')
  local length = record and #record or 0
  if used > 0 and used + length > budget / 2 then break end
  used = used + length
  wishlists[#wishlists + 1] = {id, record, false}
end

local page = {}
for i, wishlist in ipairs(wishlists) do
  if i > 1 and used >= budget then break end
  used = used + read_items(wishlist, (budget - used) / (#wishlists - i + 1))
  page[i] = wishlist
end
return {customer[1], customer[2], page}
