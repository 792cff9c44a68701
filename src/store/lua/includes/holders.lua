-- Holders of a reference that may have several, as words in one value. '@' and the id of a stream entry after a holder
-- name the newest command that has claimed the reference for it. The word '+' stands for unlisted holders; its id
-- is about the newest of their claims. Without an id, a word is of version 0.1.0, and counts as '0-0'.
-- Returns the words in their order, and their ids.
local function read_holders(text)
  local words, times, last = {}, {}, nil
  for word in string.gmatch(text or '', '%S+') do
    if string.sub(word, 1, 1) ~= '@' then
      if not times[word] then words[#words + 1] = word end
      times[word], last = '0-0', word
    elseif last then
      times[last] = string.sub(word, 2)
    end
  end
  return words, times
end

local function write_holders(hash, reference, words, times)
  if #words == 0 then return redis.call('HDEL', hash, reference) end
  local parts = {}
  for _, word in ipairs(words) do
    parts[#parts + 1] = word
    if times[word] ~= '0-0' then parts[#parts + 1] = '@' .. times[word] end
  end
  return redis.call('HSET', hash, reference, table.concat(parts, ' '))
end
